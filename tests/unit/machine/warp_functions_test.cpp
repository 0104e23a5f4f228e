// Shuffles, votes, matches and reductions against a host model that asks, for one lane at a time,
// what CUDA's text says it gets.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <random>

#include "hand_made.hpp"

using namespace warplens::machine;
using namespace warplens::machine::test;
using warplens::code::Op;
using warplens::trace::LaneEvent;

namespace {

constexpr uint16_t kResult = 0, kValue = 4, kWhich = 8, kWidth = 9, kMembers = 10, kSame = 11;

// CUDA C++ Programming Guide, "Warp Shuffle Functions", for a width that is a power of two.
uint32_t shuffled_lane(int mode, uint32_t lane, uint32_t which, uint32_t width) {
  const int first = static_cast<int>(lane / width * width);
  const int end = first + static_cast<int>(width);
  int source = static_cast<int>(lane);
  if (mode == 0) source = first + static_cast<int>(which % width);
  if (mode == 1) source -= static_cast<int>(which % 32);
  if (mode == 2) source += static_cast<int>(which % 32);
  if (mode == 3) source ^= static_cast<int>(which % 32);
  // xor may reach back into an earlier part of the warp, but not forward.
  const bool is_inside = source < end && (mode == 3 || source >= first);
  return is_inside ? static_cast<uint32_t>(source) : lane;
}

struct RandomWarp : HandMade {
  // Values that repeat, so that matches and votes have something to find.
  void fill(std::mt19937_64& random) {
    const uint64_t kinds = 1 + random() % 6;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      value[lane] = random() % kinds == 0 ? 0 : (random() % kinds) * 0x8000000080000001;
      set<uint64_t>(kValue, lane, value[lane]);
    }
  }
  void fill32(std::mt19937_64& random) {
    fill(random);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      value[lane] = static_cast<uint32_t>(value[lane]);
      set<uint32_t>(kValue, lane, static_cast<uint32_t>(value[lane]));
    }
  }
  // Parts of the warp, each of which names itself: what tiles of cooperative groups do.
  void choose_members(std::mt19937_64& random) {
    const uint32_t tile = 1u << random() % 6;
    warp.mask = static_cast<uint32_t>(random() | 1u << random() % 32);
    if (random() % 3 == 0) warp.mask = ~0u;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      const uint32_t first = lane / tile * tile;
      const uint32_t part = tile == 32 ? ~0u : ((1u << tile) - 1) << first;
      members[lane] = part & warp.mask;
      set<uint32_t>(kMembers, lane, members[lane]);
    }
  }
  bool is_active(uint32_t lane) const { return (warp.mask >> lane & 1) != 0; }
  // The lanes that take part with `lane`, ascending.
  std::vector<uint32_t> group(uint32_t lane) const {
    std::vector<uint32_t> result;
    for (uint32_t other = 0; other < 32; ++other) {
      if (is_active(other) && (members[lane] >> other & 1) != 0) result.push_back(other);
    }
    return result;
  }
  uint64_t value[32] = {};
  uint32_t members[32] = {};
};

uint32_t reduced(int operation, uint32_t x, uint32_t y) {
  const auto sx = static_cast<int32_t>(x), sy = static_cast<int32_t>(y);
  const uint32_t results[] = {x + y,
                              static_cast<uint32_t>(std::min(sx, sy)),
                              static_cast<uint32_t>(std::max(sx, sy)),
                              std::min(x, y),
                              std::max(x, y),
                              x & y,
                              x | y,
                              x ^ y};
  return results[operation];
}

}  // namespace

TEST_CASE("warp functions: shuffles of every mode and width, 32 and 64 bits") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 3000; ++i) {
    RandomWarp warp;
    const int mode = static_cast<int>(random() % 4);
    const bool is_wide = random() % 2 == 0;
    const uint32_t width = 1u << random() % 6;
    // The result may take the place of the operand.
    const uint16_t to = random() % 2 == 0 ? kResult : kValue;
    warp.emit(is_wide ? Op::kShuffle64 : Op::kShuffle32, to, kValue, kWhich, kWidth,
              mode | kMembers << 8);
    warp.emit(Op::kEnd);
    warp.start(false);
    if (is_wide) {
      warp.fill(random);
    } else {
      warp.fill32(random);
    }
    warp.choose_members(random);
    uint32_t which[32];
    for (uint32_t lane = 0; lane < 32; ++lane) {
      which[lane] = static_cast<uint32_t>(random() % 40);
      warp.set<uint32_t>(kWhich, lane, which[lane]);
      warp.set<uint32_t>(kWidth, lane, width);
    }
    const uint32_t mask = warp.warp.mask;
    REQUIRE(warp.run() == WarpStop::kEnd);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      const uint64_t expected = warp.value[shuffled_lane(mode, lane, which[lane], width)];
      REQUIRE((is_wide ? warp.lane<uint64_t>(to, lane) : warp.lane<uint32_t>(to, lane)) ==
              expected);
    }
  }
}

TEST_CASE("warp functions: a shuffled value keeps the address it came from") {
  RandomWarp warp;
  warp.emit(Op::kShuffle32, kValue, kValue, kWhich, kWidth, 3 | kMembers << 8);
  warp.emit(Op::kEnd);
  warp.start(true);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    warp.set<uint32_t>(kWhich, lane, 1);
    warp.set<uint32_t>(kWidth, lane, 32);
    warp.set<uint32_t>(kMembers, lane, ~0u);
    warp.warp.origins[kValue * 32 + lane] = 1000 + lane;
  }
  warp.run();
  for (uint32_t lane = 0; lane < 32; ++lane)
    CHECK(warp.warp.origins[kValue * 32 + lane] == 1000 + (lane ^ 1));
  CHECK(warp.log.events.empty());
}

TEST_CASE("warp functions: votes, matches and reductions over parts of a warp") {
  std::mt19937_64 random(2);
  for (int i = 0; i < 4000; ++i) {
    RandomWarp warp;
    const Op ops[] = {Op::kVote,       Op::kMatchAny32, Op::kMatchAny64,
                      Op::kMatchAll32, Op::kMatchAll64, Op::kReduce};
    const Op op = ops[random() % 6];
    const int imm = static_cast<int>(random() % (op == Op::kReduce ? 8 : 3));
    const bool is_wide = op == Op::kMatchAny64 || op == Op::kMatchAll64;
    warp.emit(op, kResult, kValue, kMembers, kSame, imm);
    warp.emit(Op::kEnd);
    warp.start(false);
    if (is_wide) {
      warp.fill(random);
    } else {
      warp.fill32(random);
    }
    warp.choose_members(random);
    const uint32_t mask = warp.warp.mask;
    REQUIRE(warp.run() == WarpStop::kEnd);
    warp.warp.mask = mask;
    CHECK(warp.log.events.empty());
    for (uint32_t lane = 0; lane < 32; ++lane) {
      if (!warp.is_active(lane)) continue;
      uint32_t all = 0, yes = 0, alike = 0, sum = 0;
      bool is_first = true;
      for (const uint32_t other : warp.group(lane)) {
        const auto value = static_cast<uint32_t>(warp.value[other]);
        all |= 1u << other;
        if (value != 0) yes |= 1u << other;
        if (warp.value[other] == warp.value[lane]) alike |= 1u << other;
        sum = is_first ? value : reduced(imm, sum, value);
        is_first = false;
      }
      const uint32_t result = warp.lane<uint32_t>(kResult, lane);
      if (op == Op::kVote) {
        const uint32_t answers[] = {yes != 0, yes == all, yes};
        REQUIRE(result == answers[imm]);
      } else if (op == Op::kReduce) {
        REQUIRE(result == sum);
      } else if (op == Op::kMatchAny32 || op == Op::kMatchAny64) {
        REQUIRE(result == alike);
      } else {
        REQUIRE(result == (alike == all ? all : 0));
        REQUIRE(warp.lane<uint32_t>(kSame, lane) == (alike == all));
      }
    }
  }
}

TEST_CASE("warp functions: a mask that does not fit the lanes that execute is reported") {
  const auto events = [](uint32_t present, uint32_t ended, uint32_t active, uint32_t members) {
    RandomWarp warp;
    const uint32_t pc = warp.emit(Op::kSyncWarp, 0, 0, kMembers);
    warp.emit(Op::kEnd);
    warp.start(false);
    warp.warp.present = present;
    warp.warp.ended = ended;
    warp.warp.mask = active;
    for (uint32_t lane = 0; lane < 32; ++lane) warp.set<uint32_t>(kMembers, lane, members);
    warp.run();
    for (const EventLog::Event& event : warp.log.events) CHECK(event.index == pc);
    return warp.log.events;
  };
  CHECK(events(~0u, 0, ~0u, ~0u).empty());
  CHECK(events(~0u, 0, 0xff, 0xff).empty());
  CHECK(events(0xff, 0, 0xff, ~0u).empty());         // lanes that are no threads
  CHECK(events(~0u, 0xff00, 0xff, 0xffff).empty());  // lanes that have returned
  CHECK(events(~0u, 0, 0, 0).empty());               // nobody is here
  const auto absent = events(~0u, 0xff00, 0xff, ~0u);
  REQUIRE(absent.size() == 1);
  CHECK(absent[0].event == LaneEvent::kMaskNames);
  CHECK(absent[0].mask == 0xffff0000);
  const auto left_out = events(~0u, 0, 0xff, 0x0f);
  REQUIRE(left_out.size() == 1);
  CHECK(left_out[0].event == LaneEvent::kMaskOmits);
  CHECK(left_out[0].mask == 0xf0);
}

TEST_CASE("warp functions: the active mask, and lanes that returned") {
  HandMade warp;
  warp.emit(Op::kActiveMask, 0);
  warp.emit(Op::kReturn);
  warp.emit(Op::kEnd);
  warp.start(false);
  warp.warp.mask = 0x0f0f0f0f;
  warp.run();
  CHECK(warp.lane<uint32_t>(0, 3) == 0x0f0f0f0f);
  CHECK(warp.warp.ended == 0x0f0f0f0f);
}
