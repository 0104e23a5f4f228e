// One rule for colours: every view's judgement of an access follows from the same facts.
#include "app/scene/words/judgement.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "kernel_run.hpp"
#include "tests/support/phase_parts.hpp"

using namespace warplens;
using namespace warplens::test;
using scene::Judgement;

namespace {

// Whatever looks at a step judges it alike.
void check_agreement(Recorded& recorded) {
  const auto timeline =
      scene::make_timeline(*recorded.run, tests::phase_parts(*recorded.run->recording));
  for (uint32_t step = 0; step < recorded.steps(); ++step) {
    CAPTURE(step);
    const auto moment = recorded.at(step);
    const Judgement cost = scene::judge_cost(*moment);
    const bool is_wasteful = cost == Judgement::kWaste;
    CHECK((scene::judge_cost(timeline->bars[step]) == Judgement::kWaste) == is_wasteful);
    uint32_t surplus = 0;
    for (uint32_t pass = 0; pass < moment->passes.count(); ++pass) {
      const Judgement judged = scene::judge_pass(*moment, pass);
      if (judged == Judgement::kWaste) ++surplus;
      CHECK((judged == Judgement::kGood) <= moment->finding.empty());
    }
    CHECK((surplus > 0) == is_wasteful);
    CHECK(surplus == moment->passes.count() - moment->passes.least);
    if (moment->finding.empty()) {
      CHECK(scene::judge_access(*moment) == cost);
      CHECK(cost != Judgement::kNone);
    } else {
      CHECK(scene::judge_access(*moment) == Judgement::kError);
      CHECK(cost != Judgement::kGood);
    }
  }
}

}  // namespace

TEST_CASE("judgement: lessons' accesses are judged alike by passes, bars and sentences") {
  for (const char* file :
       {"matmul_naive.cu", "matmul_tiled.cu", "transpose_row.cu", "transpose_padded.cu"}) {
    CAPTURE(file);
    Recorded recorded = record_lesson(file);
    check_agreement(recorded);
  }
}

TEST_CASE("judgement: wide accesses and broadcasts are judged by what their groups need") {
  Recorded recorded = record(
      "__constant__ int c[64];\n"
      "__global__ void k(int* x) {\n"
      "  __shared__ __align__(16) int s[1024];\n"
      "  int t = threadIdx.x;\n"
      "  ((int4*)s)[t] = make_int4(1, 2, 3, 4);\n"
      "  ((int4*)s)[t * 2] = make_int4(1, 2, 3, 4);\n"
      "  s[t * 4] = c[t % 4] + c[0];\n"
      "  x[t * 2] = s[t * 4];\n"
      "}\n",
      "--block 32 --arg x=int[64]:zero --checks none");
  check_agreement(recorded);
  CHECK(scene::judge_cost(*recorded.at(0)) == Judgement::kGood);
  CHECK(scene::judge_cost(*recorded.at(1)) == Judgement::kWaste);
}

TEST_CASE("judgement: what is wrong comes before what it costs, and is never good") {
  scene::Moment moment;
  moment.passes.least = 1;
  CHECK(scene::judge_access(moment) == Judgement::kGood);
  moment.is_wasteful = true;
  CHECK(scene::judge_access(moment) == Judgement::kWaste);
  moment.finding = "a race";
  CHECK(scene::judge_access(moment) == Judgement::kError);
  CHECK(scene::judge_cost(moment) == Judgement::kWaste);
  moment.is_wasteful = false;
  CHECK(scene::judge_access(moment) == Judgement::kError);
  CHECK(scene::judge_cost(moment) == Judgement::kNone);
  CHECK(scene::judge_pass(moment, 0) == Judgement::kNone);
  CHECK(scene::judge_pass(moment, 1) == Judgement::kWaste);
}

TEST_CASE("judgement: a number that is better than before is good only if it wastes nothing") {
  scene::TotalsCell cell;
  cell.verdict = scene::Verdict::kBetter;
  CHECK(scene::judge_cost(cell) == Judgement::kGood);
  cell.is_wasteful = true;
  CHECK(scene::judge_cost(cell) == Judgement::kWaste);
  cell = {};
  cell.verdict = scene::Verdict::kWorse;
  CHECK(scene::judge_cost(cell) == Judgement::kNone);
}

TEST_CASE("judgement: rows of the text are judged by their sums, and by their errors first") {
  const Recorded recorded = record(
      "__global__ void k(int* x) {\n"
      "  __shared__ int s[64];\n"
      "  int t = threadIdx.x;\n"
      "  s[t] = t;\n"
      "  x[t] = s[63 - t];\n"
      "}\n",
      "--block 64 --arg x=int[64]:zero");
  uint32_t wrong = 0;
  for (const observe::AccessRow& row : recorded.run->accesses) {
    const bool is_shared = row.space == trace::Space::kShared;
    CHECK(scene::judge_access(*recorded.run, row) ==
          (is_shared ? Judgement::kError : Judgement::kGood));
    if (is_shared) ++wrong;
  }
  CHECK(wrong == 2);
}

TEST_CASE("judgement: a hint is orange only if it is about waste") {
  observe::Finding hint;
  for (const auto kind : {observe::FindingKind::kBankConflicts, observe::FindingKind::kRefetched,
                          observe::FindingKind::kUnneededBarrier}) {
    hint.kind = kind;
    CHECK(scene::judge_hint(hint) == Judgement::kWaste);
  }
  for (const auto kind : {observe::FindingKind::kAtomicOrder, observe::FindingKind::kTwoRoundings,
                          observe::FindingKind::kPastRow}) {
    hint.kind = kind;
    CHECK(scene::judge_hint(hint) == Judgement::kNone);
  }
}

TEST_CASE("judgement: an access at which a barrier's error is shown is not good in the text") {
  Recorded recorded = record(
      "__global__ void k(int* out) {\n"
      "  __shared__ int s[64];\n"
      "  int t = threadIdx.x;\n"
      "  s[t] = t;\n"
      "  if (t < 40) __syncthreads();\n"
      "  __syncthreads();\n"
      "  out[t] = s[t];\n"
      "}\n",
      "--grid 1 --block 64 --arg out=int[64]:zero");
  bool has_error = false;
  for (uint32_t step = 0; step < recorded.steps(); ++step) {
    const auto moment = recorded.at(step);
    for (const observe::AccessRow& row : recorded.run->accesses) {
      const bool is_this =
          std::find(row.sites.begin(), row.sites.end(), moment->access.site) != row.sites.end();
      if (!is_this || moment->finding.empty()) continue;
      has_error = true;
      CHECK(scene::judge_access(*moment, *recorded.run, row) == Judgement::kNone);
    }
  }
  CHECK(has_error);
}
