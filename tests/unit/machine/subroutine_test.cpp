// Recursive functions as programs written by hand: what is saved, local memory, the limits, and
// copies of a block in the middle of a recursion.
#include <doctest/doctest.h>

#include "hand_made.hpp"
#include "sim/code/pointer.hpp"

using namespace warplens;
using namespace warplens::machine;
using namespace warplens::machine::test;
using code::Op;
using trace::LaneEvent;

namespace {

// Registers: the argument and the result travel outside of the subroutine's own range.
constexpr uint16_t kArgument = 1, kResult = 2, kOne = 3, kTwo = 4, kLane = 5, kBase = 40;
constexpr uint16_t kMine = 10, kLess = 11, kHalf = 12;  // of the subroutine, with 13

// fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2), every lane with an argument of its own:
//   mine = argument; less = mine < 2; if (less) { result = mine; } else {
//     argument = mine - 1; call; half = result; argument = mine - 2; call; result += half; }
void fibonacci(HandMade& warp) {
  code::Program& program = *warp.program;
  warp.constant32(kOne, 1);
  warp.constant32(kTwo, 2);
  warp.emit(Op::kBuiltin, kLane, 0, 0, 0, 0);  // threadIdx.x
  warp.constant32(kBase, 12);
  warp.emit(Op::kRemU32, kArgument, kLane, kBase);
  warp.emit(Op::kCall, 0, 0, 0, 0, 0);
  warp.emit(Op::kEnd);
  const uint32_t entry = warp.emit(Op::kMove32, kMine, kArgument);
  warp.emit(Op::kLtU32, kLess, kMine, kTwo);
  const uint32_t branch = warp.emit(Op::kIf, 3, kLess);
  warp.emit(Op::kMove32, kResult, kMine);
  program.instrs[branch].imm = static_cast<int32_t>(warp.emit(Op::kElse, 3));
  const uint32_t otherwise = static_cast<uint32_t>(program.instrs[branch].imm);
  warp.emit(Op::kSubI32, kArgument + 20, kMine, kOne);
  warp.emit(Op::kMove32, kArgument, kArgument + 20);
  warp.emit(Op::kCall, 0, 0, 0, 0, 0);
  warp.emit(Op::kMove32, kHalf, kResult);
  warp.emit(Op::kSubI32, kArgument + 20, kMine, kTwo);
  warp.emit(Op::kMove32, kArgument, kArgument + 20);
  warp.emit(Op::kCall, 0, 0, 0, 0, 0);
  warp.emit(Op::kAddI32, kArgument + 20, kResult, kHalf);
  warp.emit(Op::kMove32, kResult, kArgument + 20);
  program.instrs[otherwise].imm = static_cast<int32_t>(warp.emit(Op::kJoin, 3));
  warp.emit(Op::kSubReturn);
  program.subroutines.push_back({nullptr, 1, entry, 10, 14, 3, 4, 0});
}

uint32_t fibonacci_of(uint32_t n) {
  return n < 2 ? n : fibonacci_of(n - 1) + fibonacci_of(n - 2);
}

}  // namespace

TEST_CASE("subroutines: every lane's recursion has its own depth") {
  HandMade warp;
  fibonacci(warp);
  for (const bool follow : {false, true}) {
    warp.start(follow);
    REQUIRE(warp.run() == WarpStop::kEnd);
    CHECK(warp.warp.stack.empty());
    CHECK(warp.warp.mask == ~0u);
    for (uint32_t lane = 0; lane < 32; ++lane)
      CHECK(warp.lane<uint32_t>(kResult, lane) == fibonacci_of(lane % 12));
  }
}

TEST_CASE("subroutines: a call without an active lane is skipped") {
  HandMade warp;
  fibonacci(warp);
  warp.start(false);
  warp.warp.mask = 0;
  REQUIRE(warp.run() == WarpStop::kEnd);
  CHECK(warp.warp.steps == 7);
}

TEST_CASE("subroutines: any slicing and any copy of the warp goes on as the whole run did") {
  HandMade whole;
  fibonacci(whole);
  whole.start(true);
  whole.run();
  HandMade sliced;
  fibonacci(sliced);
  sliced.start(true);
  size_t deepest = 0;
  for (;;) {
    const WarpState copy = sliced.warp;  // the original is lost, the copy goes on
    deepest = std::max(deepest, copy.stack.size());
    sliced.warp = WarpState{};
    sliced.warp = copy;
    if (sliced.run(7) == WarpStop::kEnd) break;
  }
  CHECK(deepest > 8);
  CHECK(sliced.warp.registers == whole.warp.registers);
  CHECK(sliced.warp.origins == whole.warp.origins);
  CHECK(sliced.warp.steps == whole.warp.steps);
}

namespace {

// f() { int mine = ++count; FrameBase + 4 := mine; if (mine < limit) f(); sum += FrameBase[4]; }
// with the frame's word read again behind the call, and one word below it that nobody writes.
constexpr uint16_t kCount = 1, kSum = 2, kLimit = 4, kSeen = 5, kPointer = 6, kZero = 8;
constexpr uint16_t kAddress = 10, kWord = 11;

void counting(HandMade& warp, uint32_t local_bytes) {
  code::Program& program = *warp.program;
  warp.constant32(kOne, 1);
  warp.emit(Op::kBuiltin, kLimit, 0, 0, 0, 0);
  warp.emit(Op::kCall, 0, 0, 0, 0, 0);
  warp.emit(Op::kEnd);
  const uint32_t entry = warp.emit(Op::kAddI32, kWord, kCount, kOne);
  warp.emit(Op::kMove32, kCount, kWord);
  warp.emit(Op::kFrameBase, kAddress);
  warp.emit(Op::kLoadLocalI32, kWord, kAddress);
  warp.emit(Op::kAddI32, kWord, kWord, kSeen);
  warp.emit(Op::kMove32, kSeen, kWord);
  warp.emit(Op::kStoreLocalI32, 0, kAddress, kCount, 0, 4);
  warp.emit(Op::kStoreLocalI32, 0, kAddress, kCount, 0, 0);
  warp.emit(Op::kLtU32, kWord, kCount, kLimit);
  const uint32_t branch = warp.emit(Op::kIf, 3, kWord);
  warp.emit(Op::kCall, 0, 0, 0, 0, 0);
  program.instrs[branch].imm = static_cast<int32_t>(warp.emit(Op::kJoin, 3));
  // Through a pointer, as code that takes the variable's address has it.
  warp.emit(Op::kFrameBase, kAddress);
  warp.emit(Op::kLocalPointer, kPointer, kAddress);
  warp.emit(Op::kLoadGenericI32, kWord, kPointer, 0, 0, 4);
  warp.emit(Op::kAddI32, kWord, kWord, kSum);
  warp.emit(Op::kMove32, kSum, kWord);
  warp.emit(Op::kSubReturn);
  program.subroutines.push_back({nullptr, 1, entry, 10, 12, 3, 4, local_bytes});
}

}  // namespace

TEST_CASE("subroutines: each call has its own frame of local memory, which starts as zeros") {
  HandMade warp;
  warp.local_memory(20);
  counting(warp, 8);
  for (const bool follow : {false, true}) {
    warp.start(follow);
    std::fill_n(warp.warp.local.data(), warp.warp.local.size(), std::byte{0xee});
    warp.log = {};
    REQUIRE(warp.run() == WarpStop::kEnd);
    CHECK(warp.log.faults.empty());
    CHECK(warp.log.events.empty());
    for (uint32_t lane = 0; lane < 32; ++lane) {
      const uint32_t depth = std::max(lane, 1u);
      CHECK(warp.lane<uint32_t>(kSum, lane) == depth * (depth + 1) / 2);
      CHECK(warp.lane<uint32_t>(kSeen, lane) == 0);
      CHECK(warp.warp.local.at(lane, 19) == std::byte{0xee});
    }
    CHECK(warp.warp.frame_begin == 0);
    CHECK(warp.warp.frame_end == 20);
    CHECK(warp.warp.local.bytes() >= 32 + 30 * 16 + 8);
    CHECK(warp.warp.local.size() == size_t{32} * ((warp.warp.local.bytes() + 3) / 4 * 4));
    if (follow) CHECK(warp.warp.local_origins.size() == (warp.warp.local.bytes() + 3) / 4 * 32);
  }
}

TEST_CASE("subroutines: a frame that has been left is out of bounds") {
  HandMade warp;
  warp.local_memory(16);
  warp.constant32(kOne, 1);
  warp.emit(Op::kCall, 0, 0, 0, 0, 0);
  warp.emit(Op::kLoadGenericI32, kWord, kPointer);
  warp.emit(Op::kEnd);
  const uint32_t entry = warp.emit(Op::kFrameBase, kAddress);
  warp.emit(Op::kLocalPointer, kPointer, kAddress);
  warp.emit(Op::kStoreGenericI32, 0, kPointer, kOne);
  warp.emit(Op::kSubReturn);
  warp.program->subroutines.push_back({nullptr, 1, entry, 10, 11, 0, 0, 4});
  warp.start(false);
  warp.run();
  REQUIRE(warp.log.faults.size() == 1);
  CHECK(warp.log.faults[0].pc == 2);
  CHECK(warp.log.faults[0].mask == ~0u);
}

TEST_CASE("subroutines: too deep a recursion ends its lanes and no others") {
  HandMade warp;
  counting(warp, 8);
  // Behind the call, who is still there says so.
  warp.program->instrs[2] = {Op::kMove32, kZero, kOne, 0, 0, 0};
  warp.program->instrs[1] = {Op::kCall, 0, 0, 0, 0, 0};
  warp.program->instrs.insert(warp.program->instrs.begin() + 3, {Op::kEnd});
  warp.program->sites_of.push_back(0);
  for (code::Instr& instr : warp.program->instrs) {
    if (instr.op == Op::kIf) ++instr.imm;
  }
  ++warp.program->subroutines[0].entry;
  warp.start(false);
  for (uint32_t lane = 0; lane < 32; ++lane)
    warp.set<uint32_t>(kLimit, lane, lane % 2 == 0 ? 255 : 257 + lane);
  REQUIRE(warp.run() == WarpStop::kEnd);
  REQUIRE(warp.log.events.size() == 1);
  CHECK(warp.log.events[0].event == LaneEvent::kStackFull);
  CHECK(warp.log.events[0].index == 0);
  CHECK(warp.log.events[0].mask == 0xaaaaaaaa);
  CHECK(warp.warp.ended == 0xaaaaaaaa);
  CHECK(warp.warp.mask == 0x55555555);
  CHECK(warp.lane<uint32_t>(kSum, 0) == 255 * 256 / 2);
  for (uint32_t lane = 0; lane < 32; ++lane)
    CHECK(warp.lane<uint32_t>(kZero, lane) == (lane % 2 == 0 ? 1 : 0));
}

TEST_CASE("subroutines: local memory of a thread is limited, too") {
  HandMade warp;
  counting(warp, 100'000);
  warp.start(false);
  REQUIRE(warp.run() == WarpStop::kEnd);
  // Ten frames fit, and lane 10 is the last that needs no more.
  REQUIRE(warp.log.events.size() == 1);
  CHECK(warp.log.events[0].event == LaneEvent::kStackFull);
  CHECK(warp.log.events[0].mask == 0xfffff800);
  CHECK(warp.warp.local.bytes() == kMaxLocalBytes);
  CHECK(warp.lane<uint32_t>(kSum, 10) == 55);
}
