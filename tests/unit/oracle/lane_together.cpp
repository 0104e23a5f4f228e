// What the lanes of a warp do together: shuffles, votes, matches, reductions; matrices are in
// lane_matrix.cpp and lane_product.cpp.
#include <algorithm>
#include <iterator>

#include "lane_machine.hpp"
#include "lane_registers.hpp"

#include "sim/code/opcodes.hpp"

namespace warplens::oracle {

using code::Instr;
using code::Op;
using trace::kWarpSize;

// The lane that PTX's shfl reads from; the lane itself where that one is outside of its segment.
namespace {

uint32_t source_of(uint32_t lane, uint32_t mode, uint32_t argument, uint32_t width) {
  const uint32_t first = lane / width * width;
  const uint32_t last = first + width - 1;
  const int64_t wanted = mode == 0   ? int64_t{first + argument % width}
                         : mode == 1 ? int64_t{lane} - argument
                         : mode == 2 ? int64_t{lane} + argument
                                     : int64_t{lane ^ argument};
  const bool is_low = wanted < int64_t{first} && mode != 3;
  if (is_low || wanted > int64_t{last}) return lane;
  return static_cast<uint32_t>(wanted);
}

bool is_exchange(Op op) {
  switch (op) {
    case Op::kShuffle32:
    case Op::kShuffle64:
    case Op::kVote:
    case Op::kActiveMask:
    case Op::kMatchAny32:
    case Op::kMatchAny64:
    case Op::kMatchAll32:
    case Op::kMatchAll64:
    case Op::kReduce:
    case Op::kLoadMatrix:
    case Op::kLoadMatrixTurned:
    case Op::kStoreMatrix:
    case Op::kStoreMatrixTurned:
    case Op::kTurnMatrix:
    case Op::kMma:
    case Op::kMmaF64:
    case Op::kCopyWait:
    case Op::kCopyWaitAll:
      return true;
    default:
      return false;
  }
}

}  // namespace

void LaneMachine::execute_together(uint32_t warp, const std::vector<uint32_t>& lanes,
                                   const Instr& instr) {
  if (!is_exchange(instr.op)) return;
  const Warp& all = warps_[warp];
  std::vector<uint32_t> active;
  std::copy_if(lanes.begin(), lanes.end(), std::back_inserter(active),
               [&](uint32_t lane) { return all[lane].is_active; });
  if (active.empty()) return;
  switch (instr.op) {
    case Op::kLoadMatrix:
    case Op::kLoadMatrixTurned:
      return load_matrices(warp, active, instr);
    case Op::kStoreMatrix:
    case Op::kStoreMatrixTurned:
      return store_matrices(warp, active, instr);
    case Op::kTurnMatrix:
      return turn_matrix(warp, active, instr);
    case Op::kMma:
    case Op::kMmaF64:
      return multiply(warp, active, instr);
    case Op::kCopyWait:
    case Op::kCopyWaitAll:
      return land(warp, active);
    default:
      return exchange(warp, active, instr);
  }
}

void LaneMachine::exchange(uint32_t warp, const std::vector<uint32_t>& lanes, const Instr& instr) {
  const Warp before = warps_[warp];
  uint32_t active = 0;
  for (const uint32_t lane : lanes) active |= 1u << lane;
  for (const uint32_t lane : lanes) {
    std::vector<uint32_t>& r = warps_[warp][lane].registers;
    const std::vector<uint32_t>& mine = before[lane].registers;
    // The lanes that take part with this one, by a predicate over their registers as they were.
    const auto members = [&](auto holds) {
      uint32_t found = 0;
      for (const uint32_t other : lanes) {
        const bool is_member = (mine[instr.b] >> other) & 1;
        if (is_member && holds(before[other].registers)) found |= 1u << other;
      }
      return found;
    };
    const uint32_t present = members([](const auto&) { return true; });
    switch (instr.op) {
      case Op::kShuffle32:
      case Op::kShuffle64: {
        const uint32_t from =
            source_of(lane, static_cast<uint32_t>(instr.imm) & 0xff, mine[instr.b], mine[instr.c]);
        r[instr.dst] = before[from].registers[instr.a];
        if (instr.op == Op::kShuffle64) r[instr.dst + 1] = before[from].registers[instr.a + 1];
        break;
      }
      case Op::kVote: {
        const uint32_t yes = members([&](const auto& other) { return other[instr.a] != 0; });
        const uint32_t results[] = {yes != 0, yes == present, yes};
        r[instr.dst] = results[instr.imm];
        break;
      }
      case Op::kActiveMask:
        r[instr.dst] = active;
        break;
      case Op::kMatchAny32:
      case Op::kMatchAll32: {
        const uint32_t same =
            members([&](const auto& other) { return other[instr.a] == mine[instr.a]; });
        r[instr.dst] = instr.op == Op::kMatchAny32 || same == present ? same : 0;
        if (instr.op == Op::kMatchAll32) r[instr.c] = same == present;
        break;
      }
      case Op::kMatchAny64:
      case Op::kMatchAll64: {
        const uint32_t same = members([&](const auto& other) {
          return get<uint64_t>(other, instr.a) == get<uint64_t>(mine, instr.a);
        });
        r[instr.dst] = instr.op == Op::kMatchAny64 || same == present ? same : 0;
        if (instr.op == Op::kMatchAll64) r[instr.c] = same == present;
        break;
      }
      case Op::kReduce: {
        bool is_first = true;
        uint32_t total = 0;
        for (const uint32_t other : lanes) {
          if (((mine[instr.b] >> other) & 1) == 0) continue;
          const uint32_t value = before[other].registers[instr.a];
          const auto x = static_cast<int32_t>(total), y = static_cast<int32_t>(value);
          const uint32_t results[] = {total + value,
                                      static_cast<uint32_t>(std::min(x, y)),
                                      static_cast<uint32_t>(std::max(x, y)),
                                      std::min(total, value),
                                      std::max(total, value),
                                      total & value,
                                      total | value,
                                      total ^ value};
          total = is_first ? value : results[instr.imm];
          is_first = false;
        }
        r[instr.dst] = total;
        break;
      }
      default:
        return;
    }
  }
}

}  // namespace warplens::oracle
