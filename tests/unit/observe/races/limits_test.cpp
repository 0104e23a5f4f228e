// What checks keep is limited, they say where they stop, and until then find what they find with
// plenty of room.
#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <tuple>
#include <vector>

#include "sim/machine/grid/grid.hpp"
#include "sim/observe/races/check_stop.hpp"
#include "sim/observe/races/races.hpp"
#include "sim/observe/races/shared_races.hpp"
#include "sim/trace/fan_out.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

using Runs = std::shared_ptr<const run::Run>;

// Checks and recordings may keep so many bytes.
Runs run_with(uint64_t kept, const std::string& text, const std::string& words) {
  prepare::Request request = test::make_request(text, words);
  prepare::MemoryLimits limits;
  limits.kept = kept;
  request.store = std::make_shared<prepare::RunStore>(limits);
  request.record = false;
  auto run = run::run(std::move(request));
  REQUIRE(run.ok());
  return *run;
}

constexpr uint64_t kPlenty = uint64_t{512} << 20, kLittle = uint64_t{1} << 20;

using Found = std::vector<std::tuple<std::string, std::string, uint64_t>>;

Found found(const Runs& run) {
  Found all;
  for (const observe::Finding& finding : run->findings)
    all.emplace_back(observe::word(finding.kind), finding.message, finding.count);
  return all;
}

std::string stops(const Runs& run) {
  std::string all;
  for (const observe::CheckStop& stop : run->check_stops) all += observe::stop_words(stop) + "\n";
  return all;
}

// Long intervals: one with races, one that reads what is not written, __syncwarp()s of some lanes,
// random places, atomics, 16 bytes.
const std::string kIntervals =
    "__global__ void f(int* out, int turns) {\n"
    "  __shared__ __align__(16) int s[512];\n"
    "  int t = threadIdx.x, sum = 0;\n"
    "  unsigned r = t * 7919u + blockIdx.x;\n"
    "  for (int i = 0; i < turns; ++i) {\n"
    "    s[t] = i;\n"
    "    if (t < 16) __syncwarp(0xffff);\n"
    "    sum += s[t ^ 1];\n"
    "  }\n"
    "  __syncthreads();\n"
    "  for (int i = 0; i < turns; ++i) {\n"
    "    r = r * 1664525u + 1013904223u;\n"
    "    sum += s[r >> 23];\n"
    "    if (i % 64 == 5) atomicAdd(&s[128 + (r >> 26)], 1);\n"
    "  }\n"
    "  __syncthreads();\n"
    "  for (int i = 0; i < turns; ++i) ((int4*)s)[(t + i) % 128] = make_int4(t, i, t, i);\n"
    "  out[blockIdx.x * blockDim.x + t] = sum;\n"
    "}\n";
const std::string kIntervalsLaunch =
    "--grid 3 --block 64 --arg out=int[192]:zero --arg turns=1500 --checks races,unwritten";

}  // namespace

TEST_CASE("check limits: an interval that is too long to be kept is checked all the same") {
  const Runs plenty = run_with(kPlenty, kIntervals, kIntervalsLaunch);
  const Runs little = run_with(kLittle, kIntervals, kIntervalsLaunch);
  CHECK(found(plenty).size() >= 4);
  CHECK(found(plenty) == found(little));
  CHECK(stops(plenty) == "");
  CHECK(stops(little) == "");
}

TEST_CASE("check limits: what is found does not depend on the number of threads") {
  const std::string text =
      "__global__ void f(int* a, int* list, int turns) {\n"
      "  __shared__ int s[64];\n"
      "  unsigned r = threadIdx.x + blockIdx.x * 977u;\n"
      "  for (int i = 0; i < turns; ++i) {\n"
      "    r = r * 1664525u + 1013904223u;\n"
      "    s[r >> 26] = i;\n"
      "    list[r >> 16] += 1;\n"
      "  }\n"
      "  a[blockIdx.x] = s[threadIdx.x];\n"
      "}\n";
  const std::string words =
      "--grid 400 --block 64 --arg a=int[400]:zero --arg list=int[65536]:zero --arg turns=120 "
      "--threads ";
  for (const uint64_t kept : {kLittle, uint64_t{8} << 20}) {
    CAPTURE(kept);
    const Runs one = run_with(kept, text, words + "1");
    CHECK(found(one).size() >= 3);
    for (const char* threads : {"2", "4"}) {
      const Runs several = run_with(kept, text, words + threads);
      CHECK(found(one) == found(several));
      CHECK(stops(one) == stops(several));
    }
  }
}

TEST_CASE("check limits: where no more can be remembered, the run goes on and says so") {
  const std::string places =
      "__global__ void f(int4* a, int n) {\n"
      "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n"
      "    a[i] = make_int4(i, 1, 2, 3);\n}\n";
  const Runs part =
      run_with(kLittle, places, "--grid 4 --block 64 --arg a=int4[200000]:zero --arg n=200000");
  CHECK(part->ending == run::Ending::kComplete);
  REQUIRE(part->check_stops.size() == 1);
  CHECK(part->check_stops[0].reason == observe::CheckStop::Reason::kPlaces);
  CHECK(
      stops(part).starts_with("races in global memory were looked for in a part of it only: from "
                              "access "));
  CHECK(run_with(kPlenty, places, "--grid 4 --block 64 --arg a=int4[200000]:zero --arg n=200000")
            ->check_stops.empty());

  const std::string fences =
      "__global__ void f(volatile int* a, int turns) {\n"
      "  unsigned r = threadIdx.x;\n"
      "  for (int i = 0; i < turns; ++i) {\n"
      "    r = r * 1664525u + 1013904223u;\n"
      "    a[r >> 20] = a[r >> 18 & 4095];\n"
      "    __threadfence();\n  }\n}\n";
  const std::string words = "--grid 2 --block 64 --arg a=int[4096]:zero --arg turns=400";
  const Runs stopped = run_with(kLittle, fences, words);
  CHECK(stopped->ending == run::Ending::kComplete);
  REQUIRE(stopped->check_stops.size() == 1);
  CHECK(stopped->check_stops[0].reason == observe::CheckStop::Reason::kFences);
  CHECK(stops(stopped).starts_with("races were not looked for from access "));
  const Runs whole = run_with(kPlenty, fences, words);
  CHECK(whole->check_stops.empty());
  CHECK(whole->steps == stopped->steps);
  CHECK(test::bytes_of(*whole, "a") == test::bytes_of(*stopped, "a"));
}

TEST_CASE("check limits: accesses of few places are remembered however many there are") {
  const Runs run = run_with(kLittle,
                            "__global__ void f(int* a, int turns) {\n"
                            "  for (int i = 0; i < turns; ++i) a[threadIdx.x] += i;\n"
                            "  a[31 - threadIdx.x] = 1;\n}\n",
                            "--grid 1 --block 32 --arg a=int[32]:zero --arg turns=20000");
  CHECK(run->check_stops.empty());
  REQUIRE(run->findings.size() == 1);
  CHECK(run->findings[0].line == 3);
}

TEST_CASE("check limits: what is too much work is not looked at, and that is reported") {
  const Runs run = run_with(kPlenty,
                            "__global__ void f() {\n  __shared__ int s[64];\n"
                            "  for (int i = 0;; ++i) s[threadIdx.x] = i;\n}\n",
                            "--grid 1 --block 64 --step-limit 60000000");
  CHECK(run->ending == run::Ending::kStepLimit);
  REQUIRE(run->check_stops.size() == 1);
  CHECK(run->check_stops[0].reason == observe::CheckStop::Reason::kWork);
  CHECK(run->check_stops[0].memory == observe::CheckStop::Memory::kShared);
  CHECK(stops(run).find("looking for them was too much work by then") != std::string::npos);
}

TEST_CASE("check limits: a check that is cancelled looks at nothing any more") {
  const std::string text =
      "__global__ void f(int* a) {\n  __shared__ int s[2];\n  s[threadIdx.x & 1] = threadIdx.x;\n"
      "  a[0] = threadIdx.x;\n}\n";
  const Runs run = test::must_run(text, "--block 64 --arg a=int[1]:zero");
  for (const bool cancels : {false, true}) {
    std::atomic<bool> cancelled{cancels};
    observe::RaceScope scope;
    scope.grid = {1, 1, 1};
    scope.block = {64, 1, 1};
    scope.memory = observe::CheckMemory::of(kPlenty);
    scope.cancelled = &cancelled;
    observe::Races global(run->program, scope, observe::Watched::kGlobal);
    observe::SharedRaces shared(run->program, scope);
    machine::GlobalMemory memory = *run->memory_before_block->get();
    machine::GridOptions options;
    options.step_limit = 10'000;
    trace::FanOut both({&global, &shared});
    machine::run_grid(run->context, memory, &both, options);
    CHECK(global.conflicts().all().empty() == cancels);
    CHECK(shared.races().conflicts().all().empty() == cancels);
  }
}

TEST_CASE(
    "race limits: the first access whose pair of places is left out is named with its block") {
  // Each store of block (0, 0) and each of block (0, 1) share an element that no other pair has.
  constexpr uint32_t kStores = 224;
  std::string text =
      "__global__ void f(int* x) {\n  int t = threadIdx.x;\n  if (blockIdx.y == 0) {\n";
  for (uint32_t i = 0; i < kStores; ++i)
    text += "    x[" + std::to_string(i * kStores) + " + t] = 1;\n";
  text += "  } else {\n";
  for (uint32_t i = 0; i < kStores; ++i)
    text += "    x[t * " + std::to_string(kStores) + " + " + std::to_string(i) + "] = 2;\n";
  text += "  }\n}\n";
  const Runs run = run_with(
      kPlenty, text,
      "--grid 1,2 --block 224 --arg x=int[" + std::to_string(kStores * kStores) + "]:zero");
  constexpr size_t kLanes = 32;
  static_assert(observe::Conflicts::kMost / kLanes == 1024);
  CHECK(stops(run) == golden("observe.races.too_many_pairs"));
}
