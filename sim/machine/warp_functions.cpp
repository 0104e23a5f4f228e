// Warp-level functions as PTX ISA 8.5 describes them ("shfl.sync", "vote.sync", "match.sync",
// "redux.sync", "movmatrix.sync").
#include "sim/machine/warp_instructions.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "sim/code/mma.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/shuffle_source.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/trace/matrix_layout.hpp"

namespace warplens::machine {

namespace {

using code::Instr;
using code::Op;

void report(const WarpRun& run, const Instr& instr, trace::LaneEvent event, uint32_t lanes) {
  if (lanes == 0) return;
  const auto pc = static_cast<uint32_t>(&instr - run.context.program->instrs.data());
  run.observer->lane_event(run.warp_index, event, pc, lanes);
}

// A lane that executes the function without being named, or is named without executing it: the
// result is undefined on hardware. Threads that have ended need not take part.
void check_members(const WarpRun& run, const Instr& instr, Lanes<uint32_t> members, uint32_t mask) {
  if (run.observer == nullptr) return;
  const uint32_t absent = run.warp.present & ~run.warp.ended & ~mask;
  uint32_t named = 0, omitted = 0;
  for_each_lane(mask, [&](uint32_t lane) {
    named |= members[lane];
    omitted |= ~members[lane] & 1u << lane;
  });
  report(run, instr, trace::LaneEvent::kMaskOmits, omitted);
  report(run, instr, trace::LaneEvent::kMaskNames, named & absent);
}

template <class T>
void shuffle(const WarpRun& run, uint32_t* registers, const Instr& instr, uint32_t mask) {
  const auto which = lanes_of<uint32_t>(registers, instr.b);
  const auto width = lanes_of<uint32_t>(registers, instr.c);
  const auto members = lanes_of<uint32_t>(registers, static_cast<uint16_t>(instr.imm >> 8));
  std::array<uint32_t, kWarpSize> sources{};
  uint32_t without = 0;  // lanes whose source does not take part
  for_each_lane(mask, [&](uint32_t lane) {
    sources[lane] = code::shuffle_source(instr.imm & 0xff, lane, which[lane], width[lane]);
    without |= (~(mask & members[lane]) >> sources[lane] & 1) << lane;
  });
  if (run.observer != nullptr) report(run, instr, trace::LaneEvent::kAbsentSource, without);
  std::array<T, kWarpSize> values;
  const auto a = lanes_of<T>(registers, instr.a);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) values[lane] = a[lane];
  const auto d = lanes_of<T>(registers, instr.dst);
  for_each_lane(mask, [&](uint32_t lane) { d.set(lane, values[sources[lane]]); });
  if (run.warp.origins.empty()) return;
  std::array<trace::Origin, kWarpSize> origins;
  std::copy_n(run.warp.origins.begin() + size_t{instr.a} * kWarpSize, kWarpSize, origins.begin());
  for_each_lane(mask, [&](uint32_t lane) {
    run.warp.origins[size_t{instr.dst} * kWarpSize + lane] = origins[sources[lane]];
  });
}

uint32_t vote(int32_t question, uint32_t yes, uint32_t group) {
  if (question == 0) return (yes & group) != 0;
  return question == 1 ? (group & ~yes) == 0 : yes & group;
}

// The group's lanes whose value is the one of `lane`.
template <class T>
uint32_t lanes_alike(Lanes<T> values, uint32_t group, uint32_t lane) {
  uint32_t alike = 0;
  for_each_lane(group, [&](uint32_t other) {
    if (values[other] == values[lane]) alike |= 1u << other;
  });
  return alike;
}

uint32_t combine(int32_t operation, uint32_t x, uint32_t y) {
  switch (operation) {
    case 0:
      return x + y;
    case 1:
      return static_cast<int32_t>(y) < static_cast<int32_t>(x) ? y : x;
    case 2:
      return static_cast<int32_t>(x) < static_cast<int32_t>(y) ? y : x;
    case 3:
      return std::min(x, y);
    case 4:
      return std::max(x, y);
    case 5:
      return x & y;
    case 6:
      return x | y;
    default:
      return x ^ y;
  }
}

uint32_t reduce(int32_t operation, Lanes<uint32_t> values, uint32_t group) {
  uint32_t result = values[std::countr_zero(group)];
  for_each_lane(group & (group - 1),
                [&](uint32_t lane) { result = combine(operation, result, values[lane]); });
  return result;
}

// R[d] := result(lane, the lanes that take part with it).
template <class Function>
void with_group(uint32_t* registers, const Instr& instr, uint32_t mask, Function result) {
  const auto members = lanes_of<uint32_t>(registers, instr.b);
  std::array<uint32_t, kWarpSize> results{};
  for_each_lane(mask, [&](uint32_t lane) {
    // A lane that leaves itself out is taken in: the hardware promises nothing.
    results[lane] = result(lane, (members[lane] & mask) | 1u << lane);
  });
  const auto d = lanes_of<uint32_t>(registers, instr.dst);
  for_each_lane(mask, [&](uint32_t lane) { d.set(lane, results[lane]); });
}

template <class T>
void match(uint32_t* registers, const Instr& instr, uint32_t mask, bool all) {
  const auto a = lanes_of<T>(registers, instr.a);
  std::array<uint32_t, kWarpSize> same{};
  with_group(registers, instr, mask, [&](uint32_t lane, uint32_t group) {
    const uint32_t alike = lanes_alike(a, group, lane);
    same[lane] = alike == group;
    return all && alike != group ? 0 : alike;
  });
  if (!all) return;
  const auto c = lanes_of<uint32_t>(registers, instr.c);
  for_each_lane(mask, [&](uint32_t lane) { c.set(lane, same[lane]); });
}

// Each lane gets two halves of a column, from the two lanes that have them in their rows. Those of
// lanes that do not take part are 0.
void turn_matrix(uint32_t* registers, const Instr& instr, uint32_t mask) {
  const auto a = lanes_of<uint32_t>(registers, instr.a);
  std::array<uint32_t, kWarpSize> turned{};
  for_each_lane(mask, [&](uint32_t lane) {
    for (uint32_t half = 0; half < 2; ++half) {
      const trace::MatrixHalf from = trace::turned_from(lane, half);
      if ((mask >> from.lane & 1) != 0)
        turned[lane] |= (a[from.lane] >> 16 * from.half & 0xffff) << 16 * half;
    }
  });
  const auto d = lanes_of<uint32_t>(registers, instr.dst);
  for_each_lane(mask, [&](uint32_t lane) { d.set(lane, turned[lane]); });
}

// __syncwarp(): lanes that run in step have nothing to wait for; lanes that name the same mask
// meet.
void report_syncs(const WarpRun& run, Lanes<uint32_t> members, uint32_t mask) {
  if (run.observer == nullptr) return;
  for (uint32_t left = mask; left != 0;) {
    const auto first = static_cast<uint32_t>(std::countr_zero(left));
    const uint32_t alike = lanes_alike(members, left, first);
    run.observer->warp_syncs(run.warp_index, alike & members[first]);
    left &= ~alike;
  }
}

}  // namespace

void report_missing(const WarpRun& run, const Instr& instr, uint32_t mask) {
  if (run.observer == nullptr || mask == ~0u) return;
  const uint32_t threads = run.warp.present & ~mask;
  report(run, instr, trace::LaneEvent::kMissing, threads != 0 ? threads : ~mask);
}

void execute_warp_function(const WarpRun& run, const Instr& instr, uint32_t mask) {
  if (mask == 0) return;
  if (code::is_mma(instr.op)) return multiply_matrices(run, instr, mask);
  uint32_t* registers = run.warp.registers.data();
  if (instr.op == Op::kTurnMatrix) {
    report_missing(run, instr, mask);
    return turn_matrix(registers, instr, mask);
  }
  const bool is_shuffle = instr.op == Op::kShuffle32 || instr.op == Op::kShuffle64;
  const auto members = static_cast<uint16_t>(is_shuffle ? instr.imm >> 8 : instr.b);
  check_members(run, instr, lanes_of<uint32_t>(registers, members), mask);
  switch (instr.op) {
    case Op::kShuffle32:
      return shuffle<uint32_t>(run, registers, instr, mask);
    case Op::kShuffle64:
      return shuffle<uint64_t>(run, registers, instr, mask);
    case Op::kVote: {
      const uint32_t yes = lanes_nonzero(registers, instr.a);
      return with_group(registers, instr, mask,
                        [&](uint32_t, uint32_t group) { return vote(instr.imm, yes, group); });
    }
    case Op::kMatchAny32:
    case Op::kMatchAll32:
      return match<uint32_t>(registers, instr, mask, instr.op == Op::kMatchAll32);
    case Op::kMatchAny64:
    case Op::kMatchAll64:
      return match<uint64_t>(registers, instr, mask, instr.op == Op::kMatchAll64);
    case Op::kReduce: {
      const auto a = lanes_of<uint32_t>(registers, instr.a);
      return with_group(registers, instr, mask,
                        [&](uint32_t, uint32_t group) { return reduce(instr.imm, a, group); });
    }
    default:
      return report_syncs(run, lanes_of<uint32_t>(registers, members), mask);
  }
}

}  // namespace warplens::machine
