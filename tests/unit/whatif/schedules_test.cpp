// Blocks that take turns: who waits for whom, what depends on the schedule, and the replay of a
// block among others.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <set>

#include "sim/launch/parse.hpp"
#include "sim/machine/block.hpp"
#include "sim/replay/replay.hpp"
#include "sim/whatif/schedules.hpp"
#include "tests/support/long_tests.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

const observe::Finding* finding_of(const run::Run& run, const std::string& kind) {
  const auto found =
      std::find_if(run.findings.begin(), run.findings.end(),
                   [&](const auto& finding) { return observe::word(finding.kind) == kind; });
  return found == run.findings.end() ? nullptr : &*found;
}

whatif::ScheduleResults try_schedules(const std::string& text, const std::string& words,
                                      uint32_t count) {
  prepare::Request request = test::make_request(text, words);
  request.store = std::make_shared<prepare::RunStore>();
  const auto runs = run::run_sequence(request);
  REQUIRE(runs.ok());
  const auto results = whatif::try_schedules(request, *runs, count);
  REQUIRE(results.ok());
  return *results;
}

constexpr const char* kLateFlag =
    "__global__ void k(volatile int* flag, int* out) {\n"
    "  if (blockIdx.x == 0) {\n"
    "    while (*flag == 0) { }\n"
    "    out[threadIdx.x] = *flag;\n"
    "  } else if (threadIdx.x == 0) {\n"
    "    *flag = 7;\n"
    "  }\n}\n";

// Every value that a thread of the recorded block loads is where the replay shows it.
void check_replay(const std::shared_ptr<const run::Run>& run) {
  REQUIRE(run->recording != nullptr);
  replay::Replay replay(run);
  const auto check_step = [&](uint32_t step) {
    replay.go_to(step);
    const trace::Access access = run->recording->at(step);
    if (access.operation != trace::Operation::kLoad) return;
    for (uint32_t left = access.mask & ~access.out_of_bounds; left != 0; left &= left - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(left));
      std::array<uint64_t, 2> bits{};
      if (access.space == trace::Space::kShared) {
        std::memcpy(bits.data(), replay.block().shared().data() + access.addresses[lane],
                    access.bytes);
      } else if (access.space == trace::Space::kGlobal) {
        replay.memory().read(access.addresses[lane],
                             std::as_writable_bytes(std::span(bits)).first(access.bytes));
      } else {
        continue;
      }
      REQUIRE(bits == std::array{access.values[lane], access.high_values[lane]});
    }
  };
  for (uint32_t step = 0; step < run->recording->size(); ++step) check_step(step);
  for (uint32_t step = run->recording->size(); step-- > 0; step -= std::min(step, 6u))
    check_step(step);
}

}  // namespace

TEST_CASE("schedules: a warp that waits for a later block is left, and the launch ends") {
  const auto run = test::must_run(kLateFlag,
                                  "--grid 2 --block 32 --arg flag=int[1]:zero "
                                  "--arg out=int[32]:zero");
  CHECK(run->ending == run::Ending::kComplete);
  REQUIRE(run->turns.has_value());
  CHECK(run->turns->was_needed);
  CHECK(run->turns->schedule.resident == 2);
  CHECK(test::values_of<int>(*run, "out") == std::vector<int>(32, 7));
  check_replay(run);
}

TEST_CASE("schedules: with one block at a time, the same is a deadlock that says who waits") {
  const auto run = test::must_run(kLateFlag,
                                  "--grid 2 --block 32 --resident 1 "
                                  "--arg flag=int[1]:zero --arg out=int[32]:zero");
  CHECK(run->ending == run::Ending::kDeadlock);
  const observe::Finding* deadlock = finding_of(*run, "deadlock");
  REQUIRE(deadlock != nullptr);
  CHECK(deadlock->severity == base::Severity::kError);
  CHECK(deadlock->line == 3);
  CHECK(deadlock->count == 32);
}

TEST_CASE("schedules: a loop that nothing can end is a deadlock, not a step limit") {
  const auto run = test::must_run(
      "__global__ void k(int* a) {\n"
      "  if (threadIdx.x < 32) while (atomicAdd(a, 0) == 0) { }\n"
      "  __syncthreads();\n  a[0] = 1;\n}",
      "--grid 1 --block 64 --arg a=int[1]:zero");
  const observe::Finding* deadlock = finding_of(*run, "deadlock");
  REQUIRE(deadlock != nullptr);
  CHECK(deadlock->line == 2);
  REQUIRE(deadlock->other.has_value());
  CHECK(deadlock->other->line == 3);
  CHECK(run->steps < 1'000'000);
}

TEST_CASE("schedules: a lock between lanes of a warp ends by independent lanes, with a hint") {
  const std::string text =
      "__global__ void k(int* lock, int* n) {\n"
      "  while (atomicCAS(lock, 0, 1) != 0) { }\n"
      "  __threadfence();\n  volatile int* v = n;\n  *v = *v + 1;\n"
      "  __threadfence();\n  atomicExch(lock, 0);\n}";
  const std::string words = "--grid 2 --block 64 --arg lock=int[1]:zero --arg n=int[1]:zero";
  const auto run = test::must_run(text, words);
  CHECK(run->ending == run::Ending::kComplete);
  CHECK(run->turns->schedule.independent_lanes);
  CHECK(test::values_of<int>(*run, "n") == std::vector<int>{128});
  REQUIRE(run->findings.size() == 1);
  CHECK(run->findings[0].kind == observe::FindingKind::kDeadlock);
  CHECK(run->findings[0].severity == base::Severity::kHint);
  check_replay(run);
  // Before 7.0 nobody is left to release the lock.
  const auto old = test::must_run(text, words + " --device cc3.0");
  CHECK(old->ending == run::Ending::kDeadlock);
}

TEST_CASE("schedules: lanes that progress by themselves meet to move matrices, as one step") {
  const std::string text =
      "__global__ void k(const unsigned* in, unsigned* out) {\n"
      "  __shared__ alignas(16) unsigned tile[64];\n"
      "  const unsigned t = threadIdx.x, row = t % 8 * 16;\n"
      "  tile[t] = in[t];\n  __syncthreads();\n  unsigned a, b;\n"
      "  warplens_ldmatrix_x2_trans(&a, &b, row + t / 8 % 2 * 128);\n"
      "  a = warplens_movmatrix_trans(a);\n  __syncthreads();\n"
      "  if (t < 32) warplens_stmatrix_x1(row, a + b);\n"
      "  __syncthreads();\n  out[t] = tile[t];\n}";
  const std::string words =
      "--grid 1 --block 64 --arg in=unsigned[64]:random=3 --arg out=unsigned[64]:zero";
  const auto in_order = test::must_run(text, words);
  CHECK(in_order->findings.empty());
  const auto steps_of = [](const run::Run& run) {
    uint32_t steps = 0;
    for (uint32_t step = 0; step < run.recording->size(); ++step)
      steps += run.recording->at(step).layout != trace::Layout::kLane ? 1 : 0;
    return steps;
  };
  CHECK(steps_of(*in_order) == 3);
  for (const std::string schedule : {"random=1", "adversarial", "round-robin"}) {
    CAPTURE(schedule);
    const auto run = test::must_run(text, words + " --lanes independent --schedule " + schedule);
    CHECK(run->ending == run::Ending::kComplete);
    CHECK(run->findings.empty());
    CHECK(steps_of(*run) == 3);
    CHECK(test::bytes_of(*run, "out") == test::bytes_of(*in_order, "out"));
    check_replay(run);
  }
}

TEST_CASE("schedules: who waits for lanes that never come to a matrix waits for ever") {
  const auto run = test::must_run(
      "__global__ void k(unsigned* out) {\n"
      "  __shared__ alignas(16) unsigned tile[32];\n"
      "  tile[threadIdx.x] = 0;\n  __syncthreads();\n  unsigned a = 0;\n"
      "  if (threadIdx.x < 30) warplens_ldmatrix_x1(&a, threadIdx.x % 8 * 16);\n"
      "  __syncthreads();\n  out[threadIdx.x] = a;\n}",
      "--grid 1 --block 32 --lanes independent --arg out=unsigned[32]:zero");
  CHECK(run->ending == run::Ending::kDeadlock);
  const observe::Finding* deadlock = finding_of(*run, "deadlock");
  REQUIRE(deadlock != nullptr);
  CHECK(deadlock->line == 7);  // where the others are
}

TEST_CASE("schedules: what a race makes of the result, and where it is first seen") {
  const whatif::ScheduleResults results = try_schedules(
      "__global__ void k(int* x) {\n  (*x)++;\n}", "--grid 1 --block 128 --arg x=int[1]:zero", 6);
  CHECK(results.tried.size() == 6);
  CHECK(results.different(run::Ending::kComplete) >= 3);
  REQUIRE(results.explained_by.has_value());
  REQUIRE(results.first_moment.has_value());
  CHECK_FALSE(results.first_moment->is_elsewhere);
  // In order, the step is the load of the thread's own warp.
  CHECK(results.first_moment->expected_step == 2 * results.first_moment->warp);
}

TEST_CASE("schedules: the replay shows the block among others") {
  const std::string text =
      "__global__ void k(int* a, int* out) {\n"
      "  __shared__ int s[64];\n"
      "  int t = threadIdx.x;\n"
      "  for (int i = 0; i < 5; ++i) {\n"
      "    s[t] = atomicAdd(&a[(t * 7 + i) % 16], t);\n"
      "    __syncthreads();\n"
      "    out[t] += s[63 - t] + a[(t + i) % 16];\n"
      "    __syncthreads();\n"
      "  }\n}";
  for (const char* schedule :
       {"--schedule round-robin", "--schedule random=3", "--schedule adversarial",
        "--schedule random=4 --lanes independent", "--lanes independent"}) {
    CAPTURE(schedule);
    check_replay(test::must_run(
        text,
        std::string("--grid 3 --block 64 --arg a=int[16]:zero --arg out=int[64]:zero ") + schedule,
        {1, 0, 0}));
  }
}

TEST_CASE("schedules: counts do not depend on the order where nothing else does") {
  const std::string text =
      "__global__ void k(const float* a, float* b) {\n"
      "  __shared__ float s[64 * 2];\n"
      "  s[threadIdx.x * 2] = a[blockIdx.x * 64 + threadIdx.x];\n"
      "  __syncthreads();\n"
      "  b[blockIdx.x * 64 + threadIdx.x] = s[(63 - threadIdx.x) * 2];\n}";
  const std::string words = "--grid 5 --block 64 --arg a=float[320]:iota --arg b=float[320]:zero";
  const auto in_order = test::must_run(text, words);
  for (const char* schedule : {" --schedule round-robin", " --schedule random=9 --resident 2"}) {
    const auto run = test::must_run(text, words + schedule);
    CHECK(run->totals == in_order->totals);
    CHECK(run->steps == in_order->steps);
    CHECK(test::bytes_of(*run, "b") == test::bytes_of(*in_order, "b"));
  }
}

// Those whose result the order of atomics decides, which is not an error, those that the expected
// findings list with an error, and one that uses what __activemask() gives.
const std::set<std::string> kDependOnOrder = {"compact_stream.cu",   "push_to_stack.cu",
                                              "ring_buffer.cu",      "reduce5_last_warp.cu",
                                              "reduce6_unrolled.cu", "warp_votes.cu"};

TEST_CASE("schedules: lessons and textbook kernels leave the same arrays under all of them") {
  const std::filesystem::path root = WARPLENS_SOURCE_DIR;
  for (const char* folder : {"kernels/lessons", "tests/kernels/textbook"}) {
    for (const auto& entry : std::filesystem::directory_iterator(root / folder)) {
      if (entry.path().extension() != ".cu") continue;
      const std::string name = entry.path().filename().string();
      if (kDependOnOrder.contains(name)) continue;
      CAPTURE(name);
      const std::string text = test::kernel_text("../../" + std::string(folder) + "/" + name);
      const auto words = launch::embedded_options(text);
      if (!words) continue;
      const whatif::ScheduleResults results =
          try_schedules(text, *words + " --checks none", static_cast<uint32_t>(test::up_to(40)));
      CHECK(results.different(run::Ending::kComplete) == 0);
    }
  }
}
