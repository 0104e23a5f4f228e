// What is known of a launch while it runs.
#include <doctest/doctest.h>

#include "sim/run/sequence_run.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

constexpr const char* kScale =
    "__global__ void scale(float* a, int k) {\n"
    "  __shared__ float s[64];\n"
    "  s[threadIdx.x] = a[blockIdx.x * k + threadIdx.x];\n"
    "  __syncthreads();\n"
    "  if (threadIdx.x == 0 && blockIdx.x == 2) printf(\"two\\n\");\n"
    "  a[blockIdx.x * k + threadIdx.x] = s[63 - threadIdx.x] * 2.0f;\n"
    "}\n";

std::string options(uint64_t blocks) {
  return "--block 64 --arg a=float[4096]:iota --arg k=37 --threads 1 --grid " +
         std::to_string(blocks);
}

struct Part {
  uint32_t launch;
  run::Runs runs;
};

// A part each time another block is through.
std::vector<Part> parts_of(const prepare::Request& request, run::Runs& whole) {
  std::vector<Part> parts;
  run::SequenceRun sequence(request);
  while (sequence.advance(1) == base::Progress::kMore) {
    const auto launch = static_cast<uint32_t>(sequence.position().launch);
    const run::Runs runs = sequence.so_far();
    if (runs.empty()) continue;
    const bool is_known = !parts.empty() && parts.back().launch == launch &&
                          parts.back().runs.back()->blocks == runs.back()->blocks;
    if (!is_known) parts.push_back({launch, runs});
  }
  const auto runs = sequence.take();
  REQUIRE(runs.ok());
  whole = *runs;
  return parts;
}

}  // namespace

TEST_CASE("so far: from the recorded block on, a run has what as many blocks alone would count") {
  prepare::Request request = test::make_request(kScale, options(12));
  request.recorded_block = {4, 0, 0};
  run::Runs whole;
  const std::vector<Part> parts = parts_of(request, whole);
  REQUIRE(parts.size() == 7);
  for (uint64_t i = 0; i < parts.size(); ++i) {
    const run::Run& run = *parts[i].runs.back();
    const uint64_t blocks = 5 + i;
    CAPTURE(blocks);
    CHECK(run.ending == run::Ending::kRunning);
    CHECK(run.blocks == blocks);
    CHECK(run.recording == whole.back()->recording);
    CHECK(run.memory_before_block == whole.back()->memory_before_block);
    CHECK(run.memory_after == nullptr);
    const auto alone = test::must_run(kScale, options(blocks));
    CHECK(run.totals == alone->totals);
    CHECK(run.steps == alone->steps);
    CHECK(run.prints.lines.size() == 1);
  }
  CHECK(whole.back()->ending == run::Ending::kComplete);
  CHECK(whole.back()->blocks == 12);
}

TEST_CASE("so far: of a sequence, with the launches before") {
  prepare::Request request = test::make_request(kScale, options(3) + " --then scale");
  run::Runs whole;
  const std::vector<Part> parts = parts_of(request, whole);
  REQUIRE(parts.size() == 4);
  CHECK(parts[1].launch == 0);
  CHECK(parts[1].runs.size() == 1);
  CHECK(parts[2].launch == 1);
  REQUIRE(parts[2].runs.size() == 2);
  CHECK(parts[2].runs.front() == whole.front());
  CHECK(parts[2].runs.back()->recording == whole.back()->recording);
}

TEST_CASE("so far: nothing before the recorded block, or where none is recorded") {
  prepare::Request request = test::make_request(kScale, options(5));
  request.recorded_block = {4, 0, 0};
  run::Runs whole;
  CHECK(parts_of(request, whole).empty());
  request.recorded_block = {};
  request.record = false;
  CHECK(parts_of(request, whole).empty());
}
