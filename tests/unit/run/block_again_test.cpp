// A block executed again, instruction by instruction, is the block that the run executed.
#include "sim/run/block_again.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

// Warps that end at different times, with a barrier between.
constexpr const char* kText =
    "__global__ void k(int* out, int n) {\n"
    "  __shared__ int s[96];\n"
    "  int t = threadIdx.x;\n"
    "  s[t] = t * n;\n"
    "  __syncthreads();\n"
    "  if (t >= 64) return;\n"
    "  for (int i = 0; i <= t / 32; ++i) s[t] += s[95 - t];\n"
    "  out[blockIdx.x * 64 + t] = s[t];\n}\n";
constexpr const char* kWords = "--grid 2 --block 96 --arg out=int[128]:zero --arg n=3";

}  // namespace

TEST_CASE("again: a block's instructions are as many as the run's, and leave the same memory") {
  prepare::Request request = test::make_request(kText, kWords);
  request.recorded_block = {1, 0, 0};
  const auto run = run::run(std::move(request));
  REQUIRE(run.ok());
  const run::Run& whole = **run;
  machine::GlobalMemory memory = *whole.memory_before_block->get();
  run::BlockAgain again(whole.context, memory, {1, 0, 0});
  std::vector<uint64_t> steps(3);
  while (again.step(nullptr)) ++steps[again.executed()];
  CHECK_FALSE(again.goes_on());
  CHECK(again.stop() == machine::StopReason::kDone);
  CHECK(2 * (steps[0] + steps[1] + steps[2]) == whole.steps);  // both blocks do the same
  CHECK(steps[2] < steps[0]);                                  // it returns
  CHECK(steps[0] < steps[1]);                                  // one turn less
  CHECK(memory.array(0).bytes.to_vector() == whole.memory_after->get()->array(0).bytes.to_vector());
}

TEST_CASE("again: what comes next is known before it is executed") {
  const auto run = test::must_run(kText, kWords);
  machine::GlobalMemory memory = *run->memory_before_block->get();
  run::BlockAgain again(run->context, memory, {});
  uint64_t foreseen = 0, count = 0;
  while (again.goes_on()) {
    const uint32_t next = again.warp();
    if (!again.step(nullptr)) break;
    foreseen += again.executed() == next ? 1 : 0;
    ++count;
  }
  CHECK(count > 50);
  CHECK(foreseen == count);
}
