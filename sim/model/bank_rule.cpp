// The common shapes of accesses do not come here (shared_cost.cpp).
#include "sim/model/bank_rule.hpp"

#include <algorithm>
#include <bit>

namespace warplens::model {
namespace {

// Whether every active lane's partner (lane ^ distance) is inactive or has the same address.
bool agrees_with_partner(uint32_t distance, uint32_t mask, const Addresses& addresses) {
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
    const uint32_t partner = lane ^ distance;
    if ((mask >> partner & 1u) != 0 && addresses[lane] != addresses[partner]) return false;
  }
  return true;
}

uint32_t atomic_group_wavefronts(const Device& device, uint32_t bytes, uint32_t group,
                                 const Addresses& addresses) {
  std::array<uint8_t, 64> lanes_on{};
  for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
    const UnitRange units = units_of(addresses[static_cast<uint32_t>(std::countr_zero(rest))],
                                     bytes, unit_bytes(device));
    for (uint32_t i = 0; i < units.count; ++i) ++lanes_on[bank_of(device, units.first + i)];
  }
  return *std::max_element(lanes_on.begin(), lanes_on.end());
}

}  // namespace

LaneGroups lane_groups(const Device& device, SharedOp op, uint32_t bytes_per_lane, uint32_t mask,
                       const Addresses& addresses) {
  const uint32_t width = std::max(4u, std::bit_ceil(bytes_per_lane));
  const uint32_t fits = std::max(1u, device.banks * device.bank_bytes / width);
  uint32_t lanes = std::min(device.lanes_per_pass, fits);
  if (is_loop(op)) lanes = kWarpSize;
  LaneGroups groups;
  if (op == SharedOp::kLoad && lanes < device.lanes_per_pass && width > 4) {
    if (agrees_with_partner(2, mask, addresses)) groups.merge = Merge::kPairs;
    if (agrees_with_partner(1, mask, addresses)) groups.merge = Merge::kNeighbours;
    if (groups.merge != Merge::kNone) lanes *= 2;
  }
  groups.lanes = lanes;
  const uint32_t first = lanes >= kWarpSize ? ~0u : (1u << lanes) - 1;
  for (uint32_t begin = 0; begin < kWarpSize; begin += lanes) {
    const uint32_t group = mask & (first << begin);
    if (group != 0) groups.masks[groups.count++] = group;
  }
  return groups;
}

std::vector<PendingUnit> pending_units(const Device& device, uint32_t bytes_per_lane,
                                       uint32_t group, const Addresses& addresses) {
  std::vector<PendingUnit> pending;
  for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
    const UnitRange units = units_of(addresses[lane], bytes_per_lane, unit_bytes(device));
    for (uint32_t i = 0; i < units.count; ++i) pending.push_back({lane, units.first + i});
  }
  return pending;
}

uint32_t serve_in_passes(const Device& device, std::vector<PendingUnit>& pending) {
  const auto is_waiting = [](const PendingUnit& p) { return p.pass == PendingUnit::kNotServed; };
  uint32_t pass = 0;
  for (size_t left = pending.size(); left != 0; ++pass) {
    uint64_t broadcast = 0;
    size_t most = 0;
    for (const PendingUnit& candidate : pending) {
      if (!is_waiting(candidate)) continue;
      const auto wanting = std::count_if(pending.begin(), pending.end(), [&](const PendingUnit& p) {
        return is_waiting(p) && p.unit == candidate.unit;
      });
      if (static_cast<size_t>(wanting) > most) {
        most = static_cast<size_t>(wanting);
        broadcast = candidate.unit;
      }
    }
    uint64_t busy_banks = uint64_t{1} << bank_of(device, broadcast);
    for (PendingUnit& p : pending) {
      if (!is_waiting(p)) continue;
      const uint64_t bank = uint64_t{1} << bank_of(device, p.unit);
      if (p.unit != broadcast && (busy_banks & bank) != 0) continue;
      busy_banks |= bank;
      p.pass = pass;
      --left;
    }
  }
  return pass;
}

uint32_t group_wavefronts(const Device& device, SharedOp op, uint32_t bytes, uint32_t group,
                          const Addresses& addresses) {
  if (is_atomic(op)) return atomic_group_wavefronts(device, bytes, group, addresses);
  if (device.broadcast == Broadcast::kOneWord) {
    std::vector<PendingUnit> pending = pending_units(device, bytes, group, addresses);
    return serve_in_passes(device, pending);
  }
  UnitList list;
  list_units(bytes, group, addresses, unit_bytes(device), list);
  return most_units_of_a_bank(list, [&](uint64_t unit) { return bank_of(device, unit); });
}

}  // namespace warplens::model
