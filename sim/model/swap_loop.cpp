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

}  // namespace

std::vector<SwapRound> swap_rounds(const Device& device, uint32_t bytes_per_lane, uint32_t mask,
                                   const Addresses& addresses) {
  std::vector<SwapRound> rounds;
  while (mask != 0) {
    SwapRound round;
    round.lanes = mask;
    round.groups = lane_groups(device, SharedOp::kAtomic, bytes_per_lane, mask, addresses);
    std::vector<uint64_t> changed;
    for (uint32_t g = 0; g < round.groups.count; ++g) {
      const uint32_t attempts =
          first_on_each_bank(device, bytes_per_lane, round.groups.masks[g], addresses);
      round.attempts[g] = attempts;
      const size_t before = changed.size();  // a group's own lanes are on different banks
      for (uint32_t rest = attempts; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        const UnitRange units = units_of(addresses[lane], bytes_per_lane, unit_bytes(device));
        const auto is_changed = [&](uint64_t unit) { return unit - units.first < units.count; };
        const auto end = changed.begin() + static_cast<std::ptrdiff_t>(before);
        if (std::any_of(changed.begin(), end, is_changed)) continue;
        round.winners |= 1u << lane;
        for (uint32_t i = 0; i < units.count; ++i) changed.push_back(units.first + i);
      }
    }
    mask &= ~round.winners;
    rounds.push_back(round);
  }
  return rounds;
}

}  // namespace warplens::model
