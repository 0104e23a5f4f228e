// Asynchronous copies of one lane: a list of bytes that are on their way. They arrive when the lane
// waits for any, and when its warp cannot go on: at a barrier, or at its end.
#include <algorithm>
#include <cstring>

#include "lane_machine.hpp"
#include "lane_registers.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/pointer.hpp"

namespace warplens::oracle {

using code::Instr;
using code::Op;

namespace {

uint32_t bytes_of(Op op) {
  return op == Op::kCopyAsync4 ? 4 : op == Op::kCopyAsync8 ? 8 : op == Op::kCopyAsync16 ? 16 : 0;
}

}  // namespace

bool LaneMachine::begin_copy(uint32_t warp, uint32_t index, const Instr& instr) {
  const uint32_t bytes = bytes_of(instr.op);
  if (bytes == 0) return false;
  Lane& lane = warps_[warp][index];
  if (!lane.is_active) return true;
  const auto source = get<uint64_t>(lane.registers, instr.a);
  const uint32_t target = lane.registers[instr.b];
  const uint32_t read = std::min(lane.registers[instr.c], bytes);
  Copy copy{block_steps_, target, std::vector<std::byte>(bytes), {}};
  const uint64_t to = code::kSharedPointerBase + target;
  const bool is_there = locate(lane, to, bytes, 0) != nullptr;
  note(warp, index, instr, trace::Operation::kCopy, to, bytes, is_there);
  SeenAccess& access = pending_.front();
  if (read != 0) {
    const bool is_global = code::space_of(source) == base::Space::kGlobal;
    const std::byte* from = is_global ? locate(lane, source, read, 0) : nullptr;
    if (from != nullptr) std::memcpy(copy.bytes.data(), from, read);
    access.source_mask |= 1u << index;
    access.source_addresses[index] = source;
    if (from == nullptr) access.source_out_of_bounds |= 1u << index;
  }
  if (is_there) lane.copies.push_back(std::move(copy));
  return true;
}

// In order of their steps; of what lanes copied in one, what stays is as of a store.
void LaneMachine::land(uint32_t warp, const std::vector<uint32_t>& lanes) {
  struct Due {
    uint64_t step;
    uint32_t lane;
    Copy copy;
  };
  std::vector<Due> due;
  for (const uint32_t index : lanes) {
    for (Copy& copy : warps_[warp][index].copies) due.push_back({copy.step, index, copy});
    warps_[warp][index].copies.clear();
  }
  std::stable_sort(due.begin(), due.end(),
                   [](const Due& a, const Due& b) { return a.step < b.step; });
  uint64_t step = 0;
  for (const Due& one : due) {
    if (one.step != step) ranks_.clear();
    step = one.step;
    const auto bytes = static_cast<uint32_t>(one.copy.bytes.size());
    for (uint32_t i = 0; i < bytes; ++i)
      put(shared_.data() + one.copy.target + i, one.copy.bytes[i], one.lane, bytes);
    if (!one.copy.mbarrier) continue;
    Mbarrier& mbarrier = mbarriers_.at(*one.copy.mbarrier);
    mbarrier.bytes -= bytes;
    end_phase_if_whole(mbarrier);
  }
}

}  // namespace warplens::oracle
