// Rules: the occupancy calculators of the toolkits; tests/unit/model/occupancy_test.cpp holds them
// against the toolkit's own functions.
#include "sim/model/occupancy.hpp"

#include <algorithm>
#include <iterator>

#include "sim/base/warp.hpp"

namespace warplens::model {
namespace {

uint64_t rounded_up(uint64_t value, uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

uint32_t blocks_in(uint64_t all, uint64_t one) {
  if (one == 0) return Occupancy::kUnlimited;
  return static_cast<uint32_t>(std::min<uint64_t>(all / one, Occupancy::kUnlimited));
}

uint64_t registers_of_warp(const Multiprocessor& on, uint32_t registers) {
  return rounded_up(uint64_t{registers} * base::kWarpSize, on.register_unit);
}

uint64_t registers_of_block(const Multiprocessor& on, const BlockNeeds& block, uint32_t warps) {
  if (!on.registers_by_block) return registers_of_warp(on, block.registers) * warps;
  return rounded_up(rounded_up(warps, on.parts) * block.registers * base::kWarpSize,
                    on.register_unit);
}

// A warp takes all its registers from one part, so what is left over in each part is lost.
uint32_t room_for_registers(const Multiprocessor& on, const BlockNeeds& block, uint32_t warps) {
  if (block.registers == 0) return Occupancy::kUnlimited;
  if (on.registers_by_block) return blocks_in(on.registers, registers_of_block(on, block, warps));
  const uint64_t warps_of_part = on.registers / on.parts / registers_of_warp(on, block.registers);
  return blocks_in(warps_of_part * on.parts, warps);
}

CannotLaunch why_not(const Multiprocessor& on, const BlockNeeds& block, uint32_t warps) {
  if (block.threads == 0) return CannotLaunch::kNoThreads;
  if (block.threads > on.block_threads) return CannotLaunch::kThreads;
  if (block.shared > on.block_shared) return CannotLaunch::kShared;
  if (block.static_shared > on.static_shared()) return CannotLaunch::kStaticShared;
  if (block.registers > on.thread_registers) return CannotLaunch::kRegistersOfAThread;
  // The check before a launch reckons with as many warps in each part.
  const auto in_all_parts = static_cast<uint32_t>(rounded_up(warps, on.parts));
  const uint32_t checked = on.registers_by_block ? warps : in_all_parts;
  if (registers_of_block(on, block, checked) > on.block_registers)
    return CannotLaunch::kRegistersOfABlock;
  return CannotLaunch::kNothing;
}

}  // namespace

Occupancy occupancy(const Multiprocessor& on, const BlockNeeds& block) {
  Occupancy result;
  const auto warps =
      static_cast<uint32_t>(rounded_up(block.threads, base::kWarpSize) / base::kWarpSize);
  result.block_warps = warps;
  result.cannot_launch = why_not(on, block, warps);
  if (result.cannot_launch == CannotLaunch::kRegistersOfABlock) {
    const auto checked = on.registers_by_block ? warps : rounded_up(warps, on.parts);
    result.block_registers =
        static_cast<uint32_t>(registers_of_block(on, block, static_cast<uint32_t>(checked)));
  }
  if (result.cannot_launch != CannotLaunch::kNothing) return result;

  result.block_registers = static_cast<uint32_t>(registers_of_block(on, block, warps));
  result.block_shared = rounded_up(block.shared + on.reserved_shared, on.shared_unit);
  const auto room = [&](Resource resource) -> uint32_t& {
    return result.room[static_cast<size_t>(resource)];
  };
  room(Resource::kBlocks) = on.blocks;
  room(Resource::kWarps) = on.warps() / warps;
  room(Resource::kRegisters) = room_for_registers(on, block, warps);
  room(Resource::kShared) = blocks_in(on.shared, result.block_shared);
  result.blocks = *std::min_element(std::begin(result.room), std::end(result.room));
  result.warps = result.blocks * warps;
  result.fraction = static_cast<double>(result.warps) / on.warps();
  return result;
}

uint32_t carve_out_for(const Multiprocessor& on, const Occupancy& occupancy) {
  const uint64_t needed = occupancy.block_shared * occupancy.blocks;
  for (const uint32_t size : on.carve_outs) {
    if (size >= needed) return size;
  }
  return on.shared;
}

bool is_compared_with_toolkit(const Multiprocessor& multiprocessor) {
  const bool is_gb10 = multiprocessor.major == 12 && multiprocessor.minor == 1;
  return multiprocessor.major >= 3 && !is_gb10;
}

}  // namespace warplens::model
