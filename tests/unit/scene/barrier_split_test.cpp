// Who waits at which barrier, on real runs: kernels with a barrier that some lanes or warps skip,
// and correct ones, in which nobody does.
#include "app/scene/barrier_split.hpp"

#include <doctest/doctest.h>

#include "app/scene/finding_step.hpp"
#include "app/scene/timeline.hpp"
#include "kernel_run.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/phase_parts.hpp"

using namespace warplens;
using namespace warplens::test;
using scene::BarrierKind;
using warplens::test::golden;

namespace {

// Lanes 0 to 7 of the second warp wait in line 4, the others go on to line 6.
Recorded skipped(const std::string& words = "--grid 1 --block 64 --arg out=int[64]:zero") {
  return record(
      "__global__ void k(int* out) {\n"
      "  int t = threadIdx.x;\n"
      "  out[t] = t;\n"
      "  if (t % 64 < 40) __syncthreads();\n"
      "  out[t] += 1;\n"
      "  __syncthreads();\n"
      "  out[t] += 2;\n"
      "}",
      words);
}

std::vector<uint32_t> steps_with_split(Recorded& recorded) {
  std::vector<uint32_t> steps;
  for (uint32_t step = 0; step < recorded.steps(); ++step) {
    if (!recorded.backdrop->barriers().at(*recorded.run, step).is_empty()) steps.push_back(step);
  }
  return steps;
}

std::shared_ptr<const scene::TimelineScene> timeline_of(const Recorded& recorded) {
  return scene::make_timeline(*recorded.run, tests::phase_parts(*recorded.run->recording));
}

}  // namespace

TEST_CASE("barriers: a split warp has lanes that wait and lanes that skip, with both lines") {
  Recorded recorded = skipped();
  REQUIRE(steps_with_split(recorded) == std::vector<uint32_t>{1});  // the second warp's store
  const auto moment = recorded.at(1, 1);
  const scene::BarrierSplit& split = moment->split;
  CHECK(split.kind == BarrierKind::kError);
  REQUIRE(split.waiting.size() == 1);
  CHECK(split.waiting[0].lanes == 0xff);
  CHECK(split.waiting[0].line == 4);
  REQUIRE(split.skipping.size() == 1);
  CHECK(split.skipping[0].lanes == 0xffffff00);
  CHECK(split.skipping[0].line == 6);
  CHECK(split.other_line == 0);
  CHECK(moment->finding.starts_with("thread 32 waits at the barrier in line 4"));
  // At the other place all lanes wait, and the finding is shown there too.
  const observe::Finding& finding = recorded.run->findings.front();
  CHECK(scene::step_of(*recorded.run, finding, false) == 1);
  CHECK(scene::step_of(*recorded.run, finding, true) == 5);
  const auto other = recorded.at(5, 1);
  CHECK(other->split.kind == BarrierKind::kEven);
  REQUIRE(other->split.waiting.size() == 1);
  CHECK(other->split.waiting[0].lanes == 0xffffffff);
  CHECK(other->split.waiting[0].line == 6);
  CHECK(other->finding == moment->finding);
  // The first warp skips nothing.
  CHECK(recorded.at(0)->split.is_empty());
  CHECK(recorded.at(0)->finding.empty());
}

TEST_CASE("barriers: a warp that the finding does not name says what its own lanes do") {
  Recorded recorded = skipped("--grid 1 --block 128 --arg out=int[128]:zero");
  REQUIRE(steps_with_split(recorded) == std::vector<uint32_t>{1, 3});
  CHECK(recorded.at(3, 3)->finding == golden("scene.barriers.parted_warp"));
}

TEST_CASE("barriers: warps at different ones name each other") {
  Recorded recorded = record(
      "__global__ void k(int* out) {\n"
      "  int t = threadIdx.x;\n"
      "  out[t] = t;\n"
      "  if (t < 32) __syncthreads();\n"
      "  else __syncthreads();\n"
      "  out[t] += 1;\n"
      "}",
      "--grid 1 --block 64 --arg out=int[64]:zero");
  REQUIRE(steps_with_split(recorded) == std::vector<uint32_t>{0, 1});
  const auto first = recorded.at(0), second = recorded.at(1, 1);
  CHECK(first->split.waiting[0].line == 4);
  CHECK(first->split.other_line == 5);
  CHECK(first->split.other_warp == 1);
  CHECK(second->split.waiting[0].line == 5);
  CHECK(second->split.other_line == 4);
  CHECK(first->split.skipping.empty());
  const auto timeline = timeline_of(recorded);
  CHECK(timeline->worst_barrier == BarrierKind::kError);
  REQUIRE(timeline->warps[1].waits.size() == 1);
  CHECK(timeline->warps[1].waits[0].kind == BarrierKind::kError);
}

TEST_CASE("barriers: the last to arrive at one that others skip waits between two steps") {
  const auto timeline = timeline_of(skipped());
  REQUIRE(timeline->warps[1].waits.size() == 1);
  CHECK(timeline->warps[1].waits[0].begin == 2);
  CHECK(timeline->warps[1].waits[0].end == 2);
  CHECK(timeline->warps[1].waits[0].kind == BarrierKind::kError);
  REQUIRE(timeline->warps[0].waits.size() == 2);
  CHECK(timeline->warps[0].waits[0].kind == BarrierKind::kEven);
}

TEST_CASE("barriers: before the first access, one is shown at it") {
  Recorded recorded = record(
      "__global__ void k(int* out) {\n"
      "  int t = threadIdx.x;\n"
      "  if (t % 2 == 1) __syncthreads();\n"
      "  out[t] = t;\n"
      "  __syncthreads();\n"
      "  out[t] += 1;\n"
      "}",
      "--grid 1 --block 64 --arg out=int[64]:zero");
  REQUIRE(steps_with_split(recorded) == std::vector<uint32_t>{0, 1});
  CHECK(recorded.at(0)->split.waiting[0].lanes == 0xaaaaaaaa);
  REQUIRE(!recorded.run->findings.front().step.has_value());
  CHECK(scene::step_of(*recorded.run, recorded.run->findings.front(), false) == 0);
  CHECK(recorded.at(0)->finding == recorded.run->findings.front().message);
}

TEST_CASE("barriers: who skips one and waits at no other is no error") {
  Recorded recorded = record(
      "__global__ void k(int* out) {\n"
      "  int t = threadIdx.x;\n"
      "  out[t] = t;\n"
      "  if (t < 40) __syncthreads();\n"
      "  out[t] += 1;\n"
      "}",
      "--grid 1 --block 64 --arg out=int[64]:zero");
  REQUIRE(steps_with_split(recorded) == std::vector<uint32_t>{1});
  const auto moment = recorded.at(1, 1);
  CHECK(moment->split.kind == BarrierKind::kHint);
  CHECK(moment->split.skipping[0].line == 0);
  CHECK(moment->finding.empty());
}

TEST_CASE("barriers: lanes that have ended are not missed, nor those that come one by one") {
  Recorded ended = record(
      "__global__ void k(int* out) {\n"
      "  int t = threadIdx.x;\n"
      "  if (t >= 50) { out[t] = 3; return; }\n"
      "  out[t] = 1;\n"
      "  for (int i = 0; i < 3; ++i) { __syncthreads(); out[t] += i; }\n"
      "}",
      "--grid 1 --block 64 --arg out=int[64]:zero");
  CHECK(steps_with_split(ended).empty());
  Recorded one_by_one = record(
      "__global__ void k(int* lock, int* n) {\n"
      "  while (atomicCAS(lock, 0, 1) != 0) { }\n"
      "  __threadfence();\n  volatile int* v = n;\n  *v = *v + 1;\n"
      "  __threadfence();\n  atomicExch(lock, 0);\n"
      "  __syncthreads();\n  n[threadIdx.x] += 1;\n}",
      "--grid 1 --block 64 --arg lock=int[1]:zero --arg n=int[64]:zero");
  REQUIRE(one_by_one.run->turns->schedule.independent_lanes);
  CHECK(steps_with_split(one_by_one).empty());
  CHECK(timeline_of(one_by_one)->worst_barrier == BarrierKind::kEven);
}

TEST_CASE("barriers: in a deadlock one never opens, and its warp waits to the end") {
  Recorded recorded = record(
      "__global__ void k(volatile int* out) {\n"
      "  int t = threadIdx.x;\n"
      "  out[t] = 1;\n"
      "  if (t < 32) __syncthreads();\n"
      "  else while (out[0] == 1) { }\n"
      "  out[t] = 2;\n"
      "}",
      "--grid 1 --block 64 --arg out=int[64]:zero");
  REQUIRE(recorded.run->ending == run::Ending::kDeadlock);
  const auto moment = recorded.at(0);
  CHECK(moment->split.kind == BarrierKind::kStuck);
  CHECK(moment->split.waiting[0].line == 4);
  CHECK(moment->finding.starts_with("deadlock"));
  const observe::Finding& finding = recorded.run->findings.front();
  CHECK(scene::step_of(*recorded.run, finding, false) == recorded.steps() - 1);
  CHECK(scene::step_of(*recorded.run, finding, true) == 0);
  const auto timeline = timeline_of(recorded);
  REQUIRE(timeline->warps[0].waits.size() == 1);
  CHECK(timeline->warps[0].waits[0].end == recorded.steps());
}
