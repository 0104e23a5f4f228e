// Small cases worked out by hand: who issues in which cycle, and what everyone else waits for.
#include "sim/model/latency_hiding.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace warplens::model;

namespace {

WarpOp arithmetic(uint32_t wait = kNoOp) {
  return {.unit = Unit::kArithmetic, .waits = {wait, kNoOp, kNoOp}};
}

WarpOp load(Unit unit, uint32_t passes = 1, uint32_t wait = kNoOp) {
  return {.unit = unit, .is_load = true, .passes = passes, .waits = {wait, kNoOp, kNoOp}};
}

HidingSetup setup_of(uint32_t warps, uint32_t schedulers = 1) {
  HidingSetup setup{.warps = warps, .block_warps = 1, .schedulers = schedulers};
  setup.latencies = {.arithmetic = 4,
                     .shared = 10,
                     .constant = 8,
                     .global = 100,
                     .barrier = 5,
                     .pass = 2,
                     .arrival = 1,
                     .constant_rate = 1};
  return setup;
}

uint64_t cycles(const Stream& stream, const HidingSetup& setup) {
  return hide_latencies({stream}, setup).cycles;
}

uint64_t in_state(const Hiding& hiding, WarpState state) {
  return hiding.warp_cycles[static_cast<size_t>(state)];
}

}  // namespace

TEST_CASE("latency hiding: a chain waits for each result, independent instructions do not") {
  const Stream chain{arithmetic(), arithmetic(0), arithmetic(1)};
  CHECK(cycles(chain, setup_of(1)) == 12);  // issued in cycles 0, 4 and 8; the last takes 4
  const Stream apart{arithmetic(), arithmetic(), arithmetic()};
  CHECK(cycles(apart, setup_of(1)) == 6);  // issued in 0, 1 and 2
}

TEST_CASE("latency hiding: warps fill each other's waiting, until the scheduler is busy") {
  const Stream chain{arithmetic(), arithmetic(0), arithmetic(1)};
  CHECK(cycles(chain, setup_of(4)) == 15);     // every cycle from 0 to 11 issues one
  CHECK(cycles(chain, setup_of(8)) == 27);     // 24 instructions, one a cycle
  CHECK(cycles(chain, setup_of(8, 4)) == 13);  // two warps a scheduler
}

TEST_CASE("latency hiding: a load's wait is hidden by other warps") {
  const Stream stream{load(Unit::kGlobal), arithmetic(0)};
  const Hiding one = hide_latencies({stream}, setup_of(1));
  CHECK(one.cycles == 104);
  CHECK(in_state(one, WarpState::kMemory) == 99 + 3);  // and for its last result
  const Hiding ten = hide_latencies({stream}, setup_of(10));
  CHECK(ten.cycles == 113);  // ten times the work, hardly more time
  CHECK(ten.issued == 20);
}

TEST_CASE("latency hiding: a chain pays two cycles a pass, many warps one pass after another") {
  const Stream chain{load(Unit::kShared, 32), load(Unit::kShared, 32, 0)};
  CHECK(cycles(chain, setup_of(1)) == 2 * (10 + 2 * 31));
  const Stream once{load(Unit::kShared, 32)};
  const Hiding many = hide_latencies({once}, setup_of(8, 4));
  CHECK(many.cycles == 6 * 32 + 10 + 2 * 31);  // two at a time share the pipe: the eighth's turn
  HidingSetup lecture = setup_of(8, 4);
  lecture.latencies = lecture_latencies();
  const Hiding in_turn = hide_latencies({once}, lecture);
  CHECK(in_turn.cycles == 8 * 32 + 4);  // the last one waits for its result
  CHECK(in_state(in_turn, WarpState::kPipe) == 32 * (1 + 2 + 3 + 4 + 5 + 6 + 7));
}

TEST_CASE("latency hiding: a barrier waits for the last warp of its block, not of others") {
  const Stream slow{
      load(Unit::kGlobal), {.unit = Unit::kBarrier, .waits = {0, kNoOp, kNoOp}}, arithmetic()};
  const Stream fast{arithmetic(), {.unit = Unit::kBarrier}, arithmetic()};
  HidingSetup setup = setup_of(2);
  setup.block_warps = 2;
  const Hiding together = hide_latencies({slow, fast}, setup);
  CHECK(together.cycles == 100 + 5 + 1 + 4);  // one of the two issues a cycle later
  CHECK(in_state(together, WarpState::kBarrier) > 90);
  setup.block_warps = 1;
  const Hiding apart = hide_latencies({slow, fast}, setup);
  CHECK(in_state(apart, WarpState::kBarrier) <= 8);
}

TEST_CASE("latency hiding: a barrier waits for the passes of stores before it") {
  const Stream stream{
      {.unit = Unit::kShared, .passes = 32}, {.unit = Unit::kBarrier}, arithmetic()};
  CHECK(cycles(stream, setup_of(1)) == 2 * 32 + 5 + 4);
}

TEST_CASE("latency hiding: a warp that has ended is not waited for") {
  const Stream ends{arithmetic()};
  const Stream waits{arithmetic(), {.unit = Unit::kBarrier}, arithmetic()};
  HidingSetup setup = setup_of(2);
  setup.block_warps = 2;
  CHECK(hide_latencies({waits, ends}, setup).cycles < 20);
}

TEST_CASE("latency hiding: spans cover each warp's time without gaps") {
  const Stream stream{load(Unit::kShared, 4), arithmetic(0), load(Unit::kGlobal, 1, 1),
                      arithmetic(2)};
  HidingSetup setup = setup_of(6, 2);
  setup.keeps_spans = true;
  const Hiding hiding = hide_latencies({stream}, setup);
  REQUIRE(hiding.spans.size() == 6);
  uint64_t issues = 0;
  for (const std::vector<WarpSpan>& row : hiding.spans) {
    uint64_t at = 0;
    for (const WarpSpan& span : row) {
      CHECK(span.begin == at);
      CHECK(span.end > span.begin);
      at = span.end;
      if (span.state == WarpState::kIssues) issues += span.end - span.begin;
    }
    CHECK(at <= hiding.cycles);
  }
  CHECK(issues == hiding.issued);
}

TEST_CASE("latency hiding: clocks bound what is timed") {
  const Stream stream{arithmetic(),
                      {.unit = Unit::kClock, .waits = {0, kNoOp, kNoOp}},
                      load(Unit::kGlobal),
                      {.unit = Unit::kClock, .waits = {2, kNoOp, kNoOp}}};
  CHECK(hide_latencies({stream}, setup_of(1)).timed == 101);  // from cycle 4 to cycle 105
}

TEST_CASE("latency hiding: nothing to do, and latencies that cannot be") {
  CHECK(hide_latencies({}, setup_of(4)).cycles == 0);
  CHECK(hide_latencies({Stream{}}, setup_of(4)).cycles == 0);
  CHECK(cycles({arithmetic()}, setup_of(0)) == 0);
  CHECK(usable_latency(0) == kLeastLatency);
  CHECK(usable_latency(-7) == kLeastLatency);
  CHECK(usable_latency(500) == 500);
  CHECK(usable_latency(int64_t{1} << 40) == kMostLatency);
}
