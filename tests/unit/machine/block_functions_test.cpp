// What a whole block or grid is concerned with: barriers that count, the clock, prints, assertions,
// traps, variables of global memory, and copies of a block in the middle of them.
#include <doctest/doctest.h>

#include <span>

#include "hand_made.hpp"
#include "sim/trace/fan_out.hpp"

using namespace warplens;
using namespace warplens::machine;
using namespace warplens::machine::test;
using code::Op;
using trace::LaneEvent;

namespace {

constexpr uint16_t kThread = 1, kLimit = 2, kCondition = 3, kAnswer = 4, kAddress = 10, kOut = 12;

// A grid of hand-made programs, run as any other.
struct HandGrid : HandMade {
  GridEnd run_all(bool follow = false) {
    GridOptions options;
    options.step_limit = 1'000'000;
    options.is_watched = [follow](trace::BlockId) { return follow; };
    trace::FanOut both({&log, &second_log});
    return run_grid(context, memory, &both, options);
  }
  uint32_t word(uint32_t index) const {
    uint32_t value;
    memory.array(0).bytes.read(4 * size_t{index}, std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }
  EventLog second_log;
};

// Twice: out[thread] := answers of a barrier that counts thread < limit, as count * 100 + all * 10
// + any, then the same for a limit that is one larger.
void count_twice(HandGrid& grid, uint32_t limit) {
  const uint64_t array = grid.global_array(2048);
  grid.constant64(kOut, array);
  grid.emit(Op::kBuiltin, kThread, 0, 0, 0, 0);
  for (uint32_t round = 0; round < 2; ++round) {
    grid.constant32(kLimit, limit + round);
    grid.emit(Op::kLtU32, kCondition, kThread, kLimit);
    grid.emit(Op::kBarrierVote, 0, kCondition);
    grid.emit(Op::kBarrierResult, kAnswer, 0, 0, 0, 0);
    grid.emit(Op::kScale32, kAnswer, kAnswer, 0, 0, 100);
    for (const int question : {1, 2}) {
      grid.emit(Op::kBarrierResult, kAnswer + 1, 0, 0, 0, question);
      grid.emit(Op::kIndex32, kAnswer, kAnswer, kAnswer + 1, 0, question == 1 ? 10 : 1);
    }
    grid.emit(Op::kIndexU32, kAddress, kOut, kThread, 0, 4);
    grid.emit(Op::kStoreGenericI32, 0, kAddress, kAnswer, 0, static_cast<int32_t>(round * 1024));
  }
  grid.emit(Op::kEnd);
  grid.context->block = {100, 1, 1};
}

}  // namespace

TEST_CASE("barriers: a condition is counted over the whole block, at each barrier anew") {
  for (const uint32_t limit : {0u, 1u, 40u, 99u, 100u}) {
    HandGrid grid;
    count_twice(grid, limit);
    CHECK(grid.run_all().reason == StopReason::kDone);
    for (uint32_t round = 0; round < 2; ++round) {
      const uint32_t count = std::min(limit + round, 100u);
      const uint32_t expected = count * 100 + (count == 100 ? 10 : 0) + (count != 0 ? 1 : 0);
      for (uint32_t thread = 0; thread < 100; ++thread)
        REQUIRE(grid.word(round * 256 + thread) == expected);
    }
  }
}

TEST_CASE("barriers: a copy of the block made between arrival and release goes on the same") {
  HandGrid whole;
  count_twice(whole, 40);
  whole.run_all();
  HandGrid sliced;
  count_twice(sliced, 40);
  auto block = std::make_unique<BlockRun>(sliced.context, trace::BlockId{}, true);
  for (StopReason reason = StopReason::kStepLimit; reason == StopReason::kStepLimit;) {
    uint64_t budget = 3;
    reason = block->run(sliced.memory, nullptr, budget, false);
    block = std::make_unique<BlockRun>(BlockRun(*block));
  }
  CHECK(sliced.memory.array(0).bytes == whole.memory.array(0).bytes);
}

TEST_CASE(
    "clock: eight cycles for each of the warp's own instructions, the same however the run is "
    "cut") {
  const auto times = [](uint64_t slice) {
    HandGrid grid;
    grid.constant64(kOut, grid.global_array(256));
    grid.emit(Op::kBuiltin, kThread, 0, 0, 0, 0);
    grid.emit(Op::kIndexU32, kAddress, kOut, kThread, 0, 4);
    grid.emit(Op::kClock32, kAnswer);
    grid.emit(Op::kStoreGenericI32, 0, kAddress, kAnswer);
    grid.emit(Op::kBarrier);
    grid.emit(Op::kClock64, kAnswer);
    grid.emit(Op::kTruncateI64, kCondition, kAnswer);
    grid.emit(Op::kSubI32, kCondition, kCondition, kThread);
    grid.emit(Op::kStoreGenericI32, 0, kAddress, kCondition);
    grid.emit(Op::kEnd);
    grid.context->block = {64, 1, 1};
    BlockRun block(grid.context, {}, false);
    StopReason reason = StopReason::kStepLimit;
    while (reason == StopReason::kStepLimit || reason == StopReason::kAccess) {
      uint64_t budget = slice;
      reason = block.run(grid.memory, nullptr, budget, slice < 100);
    }
    CHECK(reason == StopReason::kDone);
    CHECK(block.warps()[1].steps == 11);
    return std::vector<uint32_t>{grid.word(0), grid.word(33)};
  };
  const auto whole = times(1000);
  CHECK(whole == std::vector<uint32_t>{7 * 8, 7 * 8 - 33});
  for (const uint64_t slice : {1, 2, 3, 5}) CHECK(times(slice) == whole);
}

TEST_CASE("prints: every observer is notified, with the active lanes' arguments") {
  const lang::Type narrow{};  // an int
  lang::Type wide;
  wide.kind = lang::TypeKind::kPointer;
  wide.element = &narrow;
  HandGrid grid;
  grid.program->prints.push_back({{}, "none", "", {}});
  grid.program->prints.push_back({{}, "%d %p", "", {{&narrow, kThread}, {&wide, kOut}}});
  grid.constant64(kOut, 0x123456789abcdef0);
  grid.constant32(kLimit, 4);
  grid.emit(Op::kPrint, 0, 0, 0, 0, 0);
  grid.emit(Op::kBuiltin, kThread, 0, 0, 0, 0);
  grid.emit(Op::kLtU32, kCondition, kThread, kLimit);
  grid.emit(Op::kIf, 0, kCondition, 0, 0, 7);
  grid.emit(Op::kPrint, 0, 0, 0, 0, 1);
  grid.emit(Op::kJoin, 0);
  grid.emit(Op::kEnd);
  grid.context->block = {40, 1, 1};
  CHECK(grid.run_all().reason == StopReason::kDone);
  for (const EventLog* log : {&grid.log, &grid.second_log}) {
    REQUIRE(log->printed.size() == 3);  // no lane of warp 1 is below 4
    CHECK(log->printed[0].print == 0);
    CHECK(log->printed[0].mask == ~0u);
    CHECK(log->printed[0].arguments.empty());
    CHECK(log->printed[1].print == 1);
    CHECK(log->printed[1].mask == 0xf);
    REQUIRE(log->printed[1].arguments.size() == 2);
    CHECK(log->printed[1].arguments[0][3] == 3);
    CHECK(log->printed[1].arguments[1][3] == 0x123456789abcdef0);
    CHECK(log->printed[2].warp == 1);
    CHECK(log->printed[2].mask == 0xff);
  }
}

TEST_CASE("assertions: a lane that fails stops the whole grid, in its block") {
  HandGrid grid;
  grid.program->asserts.push_back({{}, "threadIdx.x != 37"});
  grid.constant32(kLimit, 37);
  grid.emit(Op::kBuiltin, kThread, 0, 0, 0, 0);
  grid.emit(Op::kBuiltin, kAnswer, 0, 0, 0, 3);  // blockIdx.x
  grid.emit(Op::kSubI32, kCondition, kThread, kLimit);
  grid.emit(Op::kOrI32, kCondition, kCondition, kAnswer);
  grid.emit(Op::kXorI32, kCondition, kCondition, kAnswer);
  grid.emit(Op::kAddI32, kCondition, kCondition, kAnswer);
  grid.emit(Op::kAssert, 0, kCondition, 0, 0, 0);
  grid.emit(Op::kEnd);
  grid.context->block = {128, 1, 1};
  grid.context->grid = {5, 1, 1};
  const GridEnd end = grid.run_all();
  CHECK(end.reason == StopReason::kTrapped);
  CHECK(end.last_block == trace::BlockId{0, 0, 0});
  CHECK(end.blocks_done == 0);
  REQUIRE(grid.second_log.events.size() == 1);
  CHECK(grid.second_log.events[0].event == LaneEvent::kAssertFailed);
  CHECK(grid.second_log.events[0].mask == 1u << 5);
  CHECK(grid.log.words == "end0;");
}

TEST_CASE("trap: stops where a lane executes it, and a trapped block stays so") {
  HandGrid grid;
  grid.program->asserts.push_back({});
  grid.constant32(kLimit, 2);
  grid.emit(Op::kBuiltin, kAnswer, 0, 0, 0, 3);  // blockIdx.x
  grid.emit(Op::kLtU32, kCondition, kAnswer, kLimit);
  grid.emit(Op::kIsZeroI32, kCondition, kCondition);
  grid.emit(Op::kIf, 0, kCondition, 0, 0, 5);
  grid.emit(Op::kTrap, 0, 0, 0, 0, 0);
  grid.emit(Op::kEnd);
  grid.context->block = {32, 1, 1};
  grid.context->grid = {5, 1, 1};
  const GridEnd end = grid.run_all();
  CHECK(end.reason == StopReason::kTrapped);
  CHECK(end.last_block == trace::BlockId{2, 0, 0});
  CHECK(end.blocks_done == 2);
  REQUIRE(grid.log.events.size() == 1);
  CHECK(grid.log.events[0].event == LaneEvent::kTrap);
  BlockRun block(grid.context, {3, 0, 0}, false);
  uint64_t budget = 100;
  CHECK(block.run(grid.memory, nullptr, budget, false) == StopReason::kTrapped);
  const uint64_t left = budget;
  CHECK(BlockRun(block).run(grid.memory, nullptr, budget, false) == StopReason::kTrapped);
  CHECK(budget == left);
}

TEST_CASE("globals: the addresses of __device__ variables are in their registers at the start") {
  HandGrid grid;
  const uint64_t array = grid.global_array(256);
  grid.program->globals.push_back({nullptr, true, 0, 0});
  grid.program->globals.push_back({nullptr, false, kOut, 0});
  grid.context->global_addresses = {0, array};
  grid.constant32(kAnswer, 77);
  grid.emit(Op::kStoreGenericI32, 0, kOut, kAnswer, 0, 8);
  grid.emit(Op::kEnd);
  grid.context->block = {32, 1, 1};
  CHECK(grid.run_all().reason == StopReason::kDone);
  CHECK(grid.word(2) == 77);
}
