#include "sim/model/swap_loop.hpp"

#include <algorithm>
#include <bit>

namespace warplens::model {
namespace {

// The lowest lanes of a group, as long as no bank is wanted twice.
uint32_t first_on_each_bank(const Device& device, uint32_t bytes, uint32_t group,
                            const Addresses& addresses) {
  uint64_t taken = 0;
  uint32_t lanes = 0;
  for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    const UnitRange units = units_of(addresses[lane], bytes, unit_bytes(device));
    uint64_t banks = 0;
    for (uint32_t i = 0; i < units.count; ++i) {
      banks |= uint64_t{1} << bank_of(device, units.first + i);
    }
    if ((banks & taken) == 0) lanes |= 1u << lane;
    taken |= banks;
  }
  return lanes;
}

uint64_t combined(SwapFunction function, uint64_t found, uint64_t operand) {
  const auto a = static_cast<int64_t>(found), b = static_cast<int64_t>(operand);
  switch (function) {
    case SwapFunction::kChanges:
      return found + 1;
    case SwapFunction::kAddFloat:
      return std::bit_cast<uint32_t>(std::bit_cast<float>(static_cast<uint32_t>(found)) +
                                     std::bit_cast<float>(static_cast<uint32_t>(operand)));
    case SwapFunction::kAddDouble:
      return std::bit_cast<uint64_t>(std::bit_cast<double>(found) + std::bit_cast<double>(operand));
    case SwapFunction::kMinSigned:
      return static_cast<uint64_t>(std::min(a, b));
    case SwapFunction::kMinUnsigned:
      return std::min(found, operand);
    case SwapFunction::kMaxSigned:
      return static_cast<uint64_t>(std::max(a, b));
    case SwapFunction::kMaxUnsigned:
      return std::max(found, operand);
    case SwapFunction::kAnd:
      return found & operand;
    case SwapFunction::kOr:
      return found | operand;
    case SwapFunction::kXor:
      return found ^ operand;
  }
  return found;
}

bool spares_swap(SwapFunction function) {
  return function >= SwapFunction::kMinSigned && function <= SwapFunction::kMaxUnsigned;
}

// The lanes for which `condition(lane)` holds.
template <class Condition>
uint32_t lanes_where(uint32_t mask, Condition condition) {
  uint32_t out = 0;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    if (condition(lane)) out |= 1u << lane;
  }
  return out;
}

}  // namespace

std::vector<SwapRound> swap_rounds(const Device& device, uint32_t bytes_per_lane, uint32_t mask,
                                   const Addresses& addresses, const SwapValues* values) {
  const SwapValues unknown;
  const SwapValues& known = values == nullptr ? unknown : *values;
  Addresses memory = known.found;  // at each lane's address
  std::vector<SwapRound> rounds;
  while (mask != 0) {
    SwapRound round;
    round.lanes = mask;
    const Addresses loaded = memory;
    const auto wanted = [&](uint32_t lane) {
      return combined(known.function, loaded[lane], known.operands[lane]);
    };
    if (spares_swap(known.function)) {
      round.through =
          lanes_where(mask, [&](uint32_t lane) { return wanted(lane) == loaded[lane]; });
    }
    const uint32_t swapping = mask & ~round.through;
    round.groups = lane_groups(device, SharedOp::kAtomic, bytes_per_lane, swapping, addresses);
    for (uint32_t g = 0; g < round.groups.count; ++g) {
      round.attempts[g] =
          first_on_each_bank(device, bytes_per_lane, round.groups.masks[g], addresses);
      for (uint32_t rest = round.attempts[g]; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        if (memory[lane] != loaded[lane]) continue;  // another group was there
        round.through |= 1u << lane;
        const uint64_t value = wanted(lane);
        for (uint32_t other = 0; other < kWarpSize; ++other) {
          if (addresses[other] == addresses[lane]) memory[other] = value;
        }
      }
    }
    mask &= ~round.through;
    rounds.push_back(round);
  }
  return rounds;
}

}  // namespace warplens::model
