// mbarriers: how many arrivals and bytes the present phase lacks, and how many phases have ended.
#include <algorithm>

#include "lane_machine.hpp"
#include "lane_registers.hpp"
#include "sim/base/mbarrier.hpp"
#include "sim/code/opcodes.hpp"

namespace warplens::oracle {

using code::Instr;
using code::Op;

bool LaneMachine::is_awaited(uint32_t address, uint32_t parity) const {
  const auto mbarrier = mbarriers_.find(address);
  return mbarrier != mbarriers_.end() && mbarrier->second.ended % 2 == parity % 2;
}

bool LaneMachine::execute_mbarrier(Lane& lane, const Instr& instr) {
  std::vector<uint32_t>& r = lane.registers;
  switch (instr.op) {
    case Op::kMbarrierInit:
      if (lane.is_active) mbarriers_[r[instr.a]] = {r[instr.b], r[instr.b], 0, 0};
      return true;
    case Op::kMbarrierInvalidate:
      if (lane.is_active) mbarriers_.erase(r[instr.a]);
      return true;
    case Op::kMbarrierTest:
      if (lane.is_active) r[instr.dst] = is_awaited(r[instr.a], r[instr.b]) ? 0 : 1;
      return true;
    case Op::kMbarrierArrive:
    case Op::kMbarrierBytes:
      break;
    default:
      return false;
  }
  if (!lane.is_active) return true;
  const int64_t number = r[instr.b];
  Mbarrier& mbarrier = mbarriers_.at(r[instr.a]);
  if (instr.op == Op::kMbarrierArrive) {
    const base::MbarrierState before{
        static_cast<uint32_t>(mbarrier.pending), static_cast<uint32_t>(mbarrier.expected),
        static_cast<int32_t>(mbarrier.bytes), static_cast<uint32_t>(mbarrier.ended % 2)};
    set(r, instr.dst, before.word());
    mbarrier.pending -= number;
    if (instr.imm == 1) mbarrier.expected -= number;
  } else {
    mbarrier.bytes += instr.imm == 1 ? -number : number;
  }
  end_phase_if_whole(mbarrier);
  return true;
}

void LaneMachine::end_phase_if_whole(Mbarrier& mbarrier) {
  if (mbarrier.pending != 0 || mbarrier.bytes != 0) return;
  mbarrier.pending = mbarrier.expected;
  ++mbarrier.ended;
}

// Whether one of the lanes is at a wait for a phase that goes on.
bool LaneMachine::has_to_wait(uint32_t warp, const std::vector<uint32_t>& lanes) const {
  if (lanes.empty()) return false;
  const Warp& all = warps_[warp];
  const Instr& instr = program_.instrs[all[lanes.front()].pc];
  if (instr.op != Op::kMbarrierWait) return false;
  return std::any_of(lanes.begin(), lanes.end(), [&](uint32_t index) {
    const Lane& lane = all[index];
    return lane.is_active && is_awaited(lane.registers[instr.a], lane.registers[instr.b]);
  });
}

// Warps whose phase has ended have their turn; if there are none, those that gave it away.
bool LaneMachine::give_turns() {
  bool any = false;
  for (uint32_t warp = 0; warp < warps_.size(); ++warp) {
    if (turns_[warp] != Turn::kWaits || has_to_wait(warp, next_lanes(warp))) continue;
    turns_[warp] = Turn::kHas;
    any = true;
  }
  if (any) return true;
  for (Turn& turn : turns_) {
    if (turn != Turn::kGaveAway) continue;
    turn = Turn::kHas;
    any = true;
  }
  return any;
}

}  // namespace warplens::oracle
