// Scheduling: which lanes step, barriers, blocks. What an instruction does to one lane is in
// lane_execute.cpp, memory in lane_memory.cpp, asynchronous copies in lane_copies.cpp, in bulk
// in lane_bulk.cpp, mbarriers in lane_mbarriers.cpp, what lanes do together in lane_together.cpp,
// lane_matrix.cpp and lane_product.cpp.
#include "lane_machine.hpp"

#include <algorithm>
#include <cstring>

#include "sim/code/opcodes.hpp"

namespace warplens::oracle {

using code::Op;
using trace::kWarpSize;

namespace {

std::vector<uint32_t> all_lanes() {
  std::vector<uint32_t> lanes;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) lanes.push_back(lane);
  return lanes;
}

}  // namespace

LaneMachine::LaneMachine(const machine::GridContext& context, machine::GlobalMemory& memory,
                         uint64_t step_limit)
    : context_(context), program_(*context.program), memory_(memory), steps_left_(step_limit) {}

void LaneMachine::run() {
  for (uint32_t z = 0; z < context_.grid.z; ++z) {
    for (uint32_t y = 0; y < context_.grid.y; ++y) {
      for (uint32_t x = 0; x < context_.grid.x; ++x) run_block({x, y, z});
    }
  }
}

LaneMachine::Lane LaneMachine::first_lane(uint32_t thread) const {
  Lane lane;
  lane.is_present = thread < context_.block.count();
  lane.is_active = lane.is_present;
  lane.has_ended = !lane.is_present;
  lane.registers.assign(program_.register_slots + 1, 0);
  lane.masks.assign(program_.mask_registers, false);
  lane.frame_end = program_.local_bytes;
  lane.local.assign(program_.local_bytes, std::byte{0});
  const auto write = [&](uint32_t slot, uint64_t bits) {
    lane.registers[slot] = static_cast<uint32_t>(bits);
    lane.registers[slot + 1] = static_cast<uint32_t>(bits >> 32);
  };
  for (size_t i = 0; i < program_.parameters.size(); ++i) {
    const code::Parameter& parameter = program_.parameters[i];
    const uint64_t bits = context_.parameter_bits[i];
    if (lang::size_of(parameter.type) == 8) {
      write(parameter.slot, bits);
    } else {
      lane.registers[parameter.slot] = static_cast<uint32_t>(bits);
    }
  }
  for (size_t i = 0; i < program_.globals.size(); ++i) {
    if (!program_.globals[i].is_constant)
      write(program_.globals[i].slot, context_.global_addresses[i]);
  }
  return lane;
}

// Each warp in turn until all its lanes wait or have ended; then the barrier opens.
void LaneMachine::run_block(trace::BlockId block) {
  block_ = block;
  shared_.assign(context_.shared_bytes, std::byte{0});
  mbarriers_.clear();
  warps_.assign(context_.warps_per_block(), Warp{});
  turns_.assign(warps_.size(), Turn::kHas);
  for (uint32_t thread = 0; thread < warps_.size() * kWarpSize; ++thread) {
    warps_[thread / kWarpSize][thread % kWarpSize] = first_lane(thread);
  }
  for (;;) {
    for (uint32_t warp = 0; warp < warps_.size(); ++warp) {
      if (turns_[warp] != Turn::kHas) continue;
      while (steps_left_ > 0 && step(warp)) --steps_left_;
      land(warp, all_lanes());
    }
    if (steps_left_ > 0 && give_turns()) continue;
    // Nobody will end the phase.
    if (std::find(turns_.begin(), turns_.end(), Turn::kWaits) != turns_.end()) steps_left_ = 0;
    true_count_ = voter_count_ = 0;
    for (Warp& warp : warps_) {
      for (Lane& lane : warp) {
        if (!lane.is_at_barrier) continue;
        lane.is_at_barrier = false;
        if (!lane.is_active) continue;
        ++voter_count_;
        if (lane.predicate) ++true_count_;
      }
    }
    const bool goes_on = std::any_of(warps_.begin(), warps_.end(), [](const Warp& warp) {
      return std::any_of(warp.begin(), warp.end(),
                         [](const Lane& lane) { return !lane.has_ended; });
    });
    if (!goes_on || steps_left_ == 0) return;
  }
}

// The lanes of a warp that take the next step; none if none can.
std::vector<uint32_t> LaneMachine::next_lanes(uint32_t warp) const {
  const Warp& lanes = warps_[warp];
  const auto comes_before = [](const Lane& a, const Lane& b) {
    if (a.calls.size() != b.calls.size()) return a.calls.size() > b.calls.size();
    return a.pc < b.pc;
  };
  const Lane* next = nullptr;
  for (const Lane& lane : lanes) {
    if (lane.has_ended || lane.is_at_barrier) continue;
    if (next == nullptr || comes_before(lane, *next)) next = &lane;
  }
  if (next == nullptr) return {};
  const uint32_t pc = next->pc;
  const size_t depth = next->calls.size();
  std::vector<uint32_t> together;
  for (uint32_t i = 0; i < kWarpSize; ++i) {
    const Lane& lane = lanes[i];
    if (lane.has_ended || lane.is_at_barrier || lane.pc != pc || lane.calls.size() != depth)
      continue;
    together.push_back(i);
  }
  return together;
}

// One step; false if the warp does not go on.
bool LaneMachine::step(uint32_t warp) {
  Warp& lanes = warps_[warp];
  const std::vector<uint32_t> together = next_lanes(warp);
  if (together.empty()) return false;
  const code::Instr& instr = program_.instrs[lanes[together.front()].pc];
  const bool gives_turn_away = has_to_wait(warp, together);
  if (gives_turn_away) turns_[warp] = instr.imm == 0 ? Turn::kWaits : Turn::kGaveAway;
  if (turns_[warp] == Turn::kWaits) return false;
  for (const uint32_t i : together) {
    ++lanes[i].pc;
    ++lanes[i].steps;
  }
  ++block_steps_;
  pending_.clear();
  ranks_.clear();
  for (const uint32_t i : together) execute(warp, i, instr);
  execute_together(warp, together, instr);
  // Lanes that point to shared memory are served before those that point elsewhere.
  std::stable_sort(pending_.begin(), pending_.end(),
                   [](const SeenAccess& a, const SeenAccess& b) { return a.space < b.space; });
  accesses_.insert(accesses_.end(), pending_.begin(), pending_.end());
  return !gives_turn_away;
}

void LaneMachine::execute(uint32_t warp, uint32_t index, const code::Instr& instr) {
  Lane& lane = warps_[warp][index];
  if (instr.op == Op::kBuiltin) {
    lane.registers[instr.dst] = builtin(warp, index, instr.imm);
    return;
  }
  if (execute_arithmetic(lane, instr) || execute_memory(warp, index, instr) ||
      begin_copy(warp, index, instr) || execute_bulk(warp, index, instr) ||
      execute_mbarrier(lane, instr))
    return;
  execute_control(lane, instr);
}

uint32_t LaneMachine::builtin(uint32_t warp, uint32_t index, int32_t which) const {
  const launch::Dim3 size = context_.block, grid = context_.grid;
  const uint32_t thread = warp * kWarpSize + index;
  const uint32_t values[] = {thread % size.x,
                             thread / size.x % size.y,
                             thread / (size.x * size.y),
                             block_.x,
                             block_.y,
                             block_.z,
                             size.x,
                             size.y,
                             size.z,
                             grid.x,
                             grid.y,
                             grid.z,
                             kWarpSize};
  return values[which];
}

}  // namespace warplens::oracle
