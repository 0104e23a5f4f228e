// The wavefront counts. Most accesses of real kernels have one of a few shapes, so the current
// devices' rule tries them first: one word or one row of banks, an even stride, and then the
// general count. Other devices, atomics and odd alignments take the general count at once.
// reference.cpp is the same rule without shortcuts; tests/bench/model_bench.cpp prints what the
// shortcuts gain.
#include "sim/model/banks.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "sim/base/assert.hpp"
#include "sim/model/bank_groups.hpp"

namespace warplens::model {
namespace {

constexpr uint32_t kMaxUnits = kWarpSize * 5;  // 16 bytes at an odd address touch five 32-bit words

// The units of a group, at most kMaxUnits, equal ones allowed.
struct UnitList {
  uint32_t count = 0;
  std::array<uint64_t, kMaxUnits> units;  // the first `count` are set
};

// The largest number of distinct units of one bank, by comparing: for units that lie far apart.
uint32_t deepest_bank_by_lists(const Device& device, const UnitList& list) {
  std::array<int16_t, 64> last;  // index of the bank's latest unit in the list, or -1
  last.fill(-1);
  std::array<uint8_t, 64> depth{};
  std::array<int16_t, kMaxUnits> previous;
  uint32_t deepest = 0;
  for (uint32_t i = 0; i < list.count; ++i) {
    const uint32_t bank = bank_of(device, list.units[i]);
    int16_t at = last[bank];
    while (at >= 0 && list.units[static_cast<size_t>(at)] != list.units[i]) {
      at = previous[static_cast<size_t>(at)];
    }
    if (at >= 0) continue;
    previous[i] = last[bank];
    last[bank] = static_cast<int16_t>(i);
    deepest = std::max(deepest, uint32_t{++depth[bank]});
  }
  return deepest;
}

// The same for 32 banks whose unit is a word, by marking words in a small map of rows.
uint32_t deepest_of_32_banks(const Device& device, const UnitList& list) {
  const auto [low, high] = std::minmax_element(list.units.begin(), list.units.begin() + list.count);
  if (*high - *low < 32) return 1;  // neighbours: every word has its own bank
  constexpr uint32_t kRows = 128;   // 16 KiB
  const uint64_t first_row = *low / 32;
  const uint64_t rows = *high / 32 - first_row + 1;
  if (rows > kRows) return deepest_bank_by_lists(device, list);
  std::array<uint32_t, kRows> seen;
  std::fill_n(seen.begin(), rows, 0u);
  std::array<uint8_t, 32> depth{};
  for (uint32_t i = 0; i < list.count; ++i) {
    const uint32_t bank = static_cast<uint32_t>(list.units[i] % 32);
    uint32_t& row = seen[list.units[i] / 32 - first_row];
    depth[bank] = static_cast<uint8_t>(depth[bank] + (~row >> bank & 1u));
    row |= 1u << bank;
  }
  return *std::max_element(depth.begin(), depth.end());
}

bool has_32_word_banks(const Device& device) {
  return device.banks == 32 && device.bank_bytes == 4 && device.broadcast == Broadcast::kAnyWord;
}

uint32_t group_wavefronts(const Device& device, uint32_t bytes, uint32_t group,
                          const Addresses& addresses) {
  if (device.broadcast == Broadcast::kOneWord) {
    std::vector<PendingUnit> pending = pending_units(device, bytes, group, addresses);
    return serve_in_passes(device, pending);
  }
  UnitList list;
  for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
    const UnitRange units = units_of(addresses[static_cast<uint32_t>(std::countr_zero(rest))],
                                     bytes, unit_bytes(device));
    for (uint32_t i = 0; i < units.count; ++i) list.units[list.count++] = units.first + i;
  }
  return has_32_word_banks(device) ? deepest_of_32_banks(device, list)
                                   : deepest_bank_by_lists(device, list);
}

// Atomics serialise lane by lane within a bank, also on equal addresses.
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

SharedCost general_cost(const Device& device, SharedOp op, uint32_t bytes, uint32_t mask,
                        const Addresses& addresses) {
  const LaneGroups groups = lane_groups(device, op, bytes, mask, addresses);
  SharedCost cost;
  cost.groups = groups.count;
  for (uint32_t i = 0; i < groups.count; ++i) {
    cost.wavefronts += op == SharedOp::kAtomic
                           ? atomic_group_wavefronts(device, bytes, groups.masks[i], addresses)
                           : group_wavefronts(device, bytes, groups.masks[i], addresses);
  }
  return cost;
}

// Loads and stores of up to 32 bits that stay inside their words, by 32 banks in one group. 0: no
// known shape.
uint32_t shape_wavefronts(uint32_t mask, const Addresses& addresses) {
  const uint32_t first_lane = static_cast<uint32_t>(std::countr_zero(mask));
  const uint64_t first = addresses[first_lane] / 4;
  if (mask == ~0u) {
    uint64_t differing = 0;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) differing |= addresses[lane] / 4 ^ first;
    if (differing < 32) return 1;  // one row of banks, in any order
    const uint64_t stride = addresses[1] - addresses[0];
    uint64_t uneven = stride % 4;
    for (uint32_t lane = 1; lane < kWarpSize; ++lane) {
      uneven |= (addresses[lane] - addresses[lane - 1]) ^ stride;
    }
    // Words an equal distance apart (not 0: that was one row) visit 32 / gcd banks, gcd times each.
    if (uneven == 0) return static_cast<uint32_t>(std::gcd(stride / 4 % 32, uint64_t{32}));
    return 0;
  }
  uint64_t differing = 0;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    differing |= addresses[static_cast<uint32_t>(std::countr_zero(rest))] / 4 ^ first;
  }
  return differing < 32 ? 1 : 0;
}

bool stays_inside_words(uint32_t bytes, uint32_t mask, const Addresses& addresses) {
  if (bytes == 1) return true;
  uint64_t low_bits = 0;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    low_bits |= (mask >> lane & 1u) != 0 ? addresses[lane] : 0;
  }
  return low_bits % bytes == 0;
}

}  // namespace

SharedCost shared_cost(const Device& device, SharedOp op, uint32_t bytes_per_lane, uint32_t mask,
                       const Addresses& addresses) {
  WL_ASSERT(mask != 0, "an access has an active lane");
  WL_ASSERT(bytes_per_lane >= 1 && bytes_per_lane <= 16, "a lane accesses 1 to 16 bytes");
  const bool is_narrow = bytes_per_lane == 4 || bytes_per_lane == 1 || bytes_per_lane == 2;
  if (op != SharedOp::kAtomic && is_narrow && device.lanes_together == kWarpSize &&
      has_32_word_banks(device) && stays_inside_words(bytes_per_lane, mask, addresses)) {
    const uint32_t wavefronts = shape_wavefronts(mask, addresses);
    if (wavefronts != 0) return {wavefronts, 1};
  }
  return general_cost(device, op, bytes_per_lane, mask, addresses);
}

}  // namespace warplens::model
