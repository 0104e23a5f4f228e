// The bank rule is in bank_rule.hpp; here are its shortcuts. Most accesses of real kernels have one
// of a few shapes, so on current devices these are tried first: one word or one row of banks, an
// even stride, and then the general count. Other devices, atomics and odd alignments take the
// general count at once. reference.cpp is the same rule written independently;
// tests/bench/model_bench.cpp prints what the shortcuts gain.
#include "sim/model/shared_cost.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <type_traits>

#include "sim/base/assert.hpp"
#include "sim/model/cas_loop.hpp"

namespace warplens::model {
namespace {

// The number of rows that have the most frequent bit: 32 counters side by side, one bit of each in
// a plane.
uint32_t deepest_column(const uint32_t* rows, uint64_t count) {
  std::array<uint32_t, 6> planes{};
  for (uint64_t i = 0; i < count; ++i) {
    uint32_t carry = rows[i];
    for (size_t plane = 0; carry != 0; ++plane) {
      const uint32_t both = planes[plane] & carry;
      planes[plane] ^= carry;
      carry = both;
    }
  }
  uint32_t candidates = ~0u, deepest = 0;
  for (size_t plane = planes.size(); plane-- > 0;) {
    if ((planes[plane] & candidates) == 0) continue;
    candidates &= planes[plane];
    deepest |= 1u << plane;
  }
  return deepest;
}

// 32 banks of one word: words are marked in a small map of rows, and the fullest column is the
// deepest bank.
uint32_t deepest_of_32_banks(const UnitList& list) {
  uint64_t low = list.units[0], high = low;
  for (uint32_t i = 1; i < list.count; ++i) {
    low = std::min(low, list.units[i]);
    high = std::max(high, list.units[i]);
  }
  if (high - low < 32) return 1;  // neighbours: every word has its own bank
  constexpr uint64_t kRows = 32;  // 4 KiB; deepest_column counts no further
  const uint64_t first_row = low / 32;
  const uint64_t rows = high / 32 - first_row + 1;
  if (rows > kRows) {
    return most_units_of_a_bank(list,
                                [](uint64_t unit) { return static_cast<uint32_t>(unit % 32); });
  }
  std::array<uint32_t, kRows> marked{};
  for (uint32_t i = 0; i < list.count; ++i) {
    marked[list.units[i] / 32 - first_row] |= 1u << (list.units[i] % 32);
  }
  return deepest_column(marked.data(), rows);
}

// The same as group_wavefronts(), quickly for 32 banks of one word.
uint32_t counted_wavefronts(const Device& device, SharedOp op, uint32_t bytes, uint32_t group,
                            const Addresses& addresses) {
  if (!has_32_word_banks(device)) return group_wavefronts(device, op, bytes, group, addresses);
  if (!is_atomic(op)) {
    UnitList list;
    list_units(bytes, group, addresses, std::integral_constant<uint32_t, 4>(), list);
    return deepest_of_32_banks(list);
  }
  std::array<uint32_t, kWarpSize> banks;
  size_t lanes = 0;
  for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
    const uint64_t address = addresses[static_cast<uint32_t>(std::countr_zero(rest))];
    banks[lanes++] = static_cast<uint32_t>(banks_of(device, address, bytes));
  }
  return deepest_column(banks.data(), lanes);
}

SharedCost general_cost(const Device& device, SharedOp op, uint32_t bytes, uint32_t mask,
                        const Addresses& addresses) {
  const LaneGroups groups = lane_groups(device, op, bytes, mask, addresses);
  SharedCost cost;
  cost.ideal_wavefronts = groups.count;
  for (uint32_t i = 0; i < groups.count; ++i) {
    cost.wavefronts += counted_wavefronts(device, op, bytes, groups.masks[i], addresses);
  }
  if (op == SharedOp::kCompareSwap) {
    cost.wavefronts *= 2;
    cost.ideal_wavefronts *= 2;
  }
  return cost;
}

// Wavefronts of the loads in an atomic's rounds, each by fewer lanes than the one before.
class RoundLoads {
 public:
  RoundLoads(const Device& device, uint32_t bytes, uint32_t mask, const Addresses& addresses)
      : device_(device), bytes_(bytes), addresses_(addresses) {
    is_broadcast_ = device.broadcast == Broadcast::kAnyWord;
    const uint64_t first = addresses[static_cast<uint32_t>(std::countr_zero(mask))];
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      is_broadcast_ &= (mask >> lane & 1u) == 0 || addresses[lane] == first;
  }
  uint32_t wavefronts(uint32_t lanes) {
    const auto count = [&] {
      return shared_cost(device_, SharedOp::kLoad, bytes_, lanes, addresses_).wavefronts;
    };
    if (!is_broadcast_) return count();
    // A group of lanes with one address costs as much as one lane: it matters only which groups
    // have an active lane, and no group has fewer than eight lanes.
    size_t octets = 0;
    for (uint32_t octet = 0; octet < 4; ++octet)
      octets |= static_cast<size_t>((lanes >> (8 * octet) & 0xffu) != 0) << octet;
    if (known_[octets] == 0) known_[octets] = count();
    return known_[octets];
  }

 private:
  const Device& device_;
  const uint32_t bytes_;
  const Addresses& addresses_;
  bool is_broadcast_;                 // all lanes have one address, and it is served in one pass
  std::array<uint32_t, 16> known_{};  // by octets; 0: not counted yet
};

SharedCost loop_cost(const Device& device, SharedOp op, uint32_t bytes, uint32_t mask,
                     const Addresses& addresses, const CasValues* values) {
  SharedCost cost;
  cost.atomics = 0;
  if (op == SharedOp::kReadCasLoop)
    cost = general_cost(device, SharedOp::kAtomic, bytes, mask, addresses);
  RoundLoads round_loads(device, bytes, mask, addresses);
  for (CasLoop loop(device, bytes, mask, addresses, values); loop.next();) {
    const CasRound& round = loop.round();
    const uint32_t loads = round_loads.wavefronts(round.lanes);
    if (cost.loads == 0) {  // load once, swap once in two passes
      cost.ideal_wavefronts +=
          lane_groups(device, SharedOp::kAtomic, bytes, mask, addresses).count +
          2 * round.groups.count;
    }
    cost.atomics += round.groups.count == 0 ? 0 : 1;
    cost.loads += 1;
    cost.load_wavefronts += loads;
    cost.wavefronts += loads + 2 * round.groups.count;
  }
  // Loads of lanes that agree in pairs take fewer passes than the groups of a swap.
  cost.ideal_wavefronts = std::min(cost.ideal_wavefronts, cost.wavefronts);
  return cost;
}

// Neighbouring lanes are often in the same row of banks, so that a row's bits are collected before
// they are written.
uint32_t deepest_of_words(const std::array<uint32_t, kWarpSize>& words, uint32_t first_row,
                          uint32_t rows) {
  std::array<uint32_t, 32> marked;
  std::fill_n(marked.begin(), rows, 0u);
  uint32_t row = words[0] / 32 - first_row, bits = 0;
  for (uint32_t word : words) {
    const uint32_t next = word / 32 - first_row;
    if (next != row) {
      marked[row] |= bits;
      row = next;
      bits = 0;
    }
    bits |= 1u << (word % 32);
  }
  marked[row] |= bits;
  return deepest_column(marked.data(), rows);
}

// Aligned loads and stores of 8, 16 or 32 bits on 32 banks, which are one group. 0: none of the
// shapes known here.
uint32_t narrow_wavefronts(uint32_t bytes, uint32_t mask, const Addresses& addresses) {
  const uint64_t first = addresses[static_cast<uint32_t>(std::countr_zero(mask))];
  uint64_t differing = 0;  // bits of the address in which active lanes differ
  if (mask == ~0u) {
    for (uint64_t address : addresses) differing |= address ^ first;
  } else {
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      differing |= (addresses[lane] ^ first) & (0 - uint64_t{mask >> lane & 1u});
    }
  }
  if (((first | differing) & (bytes - 1)) != 0) return 0;  // a lane may touch two words
  if (differing < 128) return 1;                           // one row of banks, in any order
  if (mask == ~0u) {
    const uint64_t stride = addresses[1] - addresses[0];
    uint64_t uneven = stride % 4;
    for (uint32_t lane = 1; lane < kWarpSize; ++lane) {
      uneven |= (addresses[lane] - addresses[lane - 1]) ^ stride;
    }
    // Words an equal distance apart (not 0: that was one row) visit 32 / gcd banks, gcd times each.
    if (uneven == 0) return static_cast<uint32_t>(std::gcd(stride / 4 % 32, uint64_t{32}));
  }
  if (differing >> 34 != 0) return 0;  // then 32 bits number the words
  std::array<uint32_t, kWarpSize> words;
  uint32_t low = ~0u, high = 0;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    // An inactive lane repeats the first word, which changes nothing.
    const uint64_t address = (mask >> lane & 1u) != 0 ? addresses[lane] : first;
    words[lane] = static_cast<uint32_t>(address / 4);
    low = std::min(low, words[lane]);
    high = std::max(high, words[lane]);
  }
  if (high - low < 32) return 1;  // neighbours: every word has its own bank
  const uint32_t rows = high / 32 - low / 32 + 1;
  return rows <= 32 ? deepest_of_words(words, low / 32, rows) : 0;
}

// 32 lanes, 64 or 128 bits each, one after the other, aligned: no group needs a bank twice.
bool is_wide_row(uint32_t bytes, const Addresses& addresses) {
  uint64_t uneven = addresses[0] % bytes;
  for (uint32_t lane = 1; lane < kWarpSize; ++lane) {
    uneven |= (addresses[lane] - addresses[lane - 1]) ^ bytes;
  }
  return uneven == 0;
}

}  // namespace

SharedCost shared_cost(const Device& device, SharedOp op, uint32_t bytes_per_lane, uint32_t mask,
                       const Addresses& addresses, const CasValues* values) {
  WL_ASSERT(mask != 0, "an access has an active lane");
  WL_ASSERT(bytes_per_lane >= 1 && bytes_per_lane <= 16, "a lane accesses 1 to 16 bytes");
  if (is_loop(op)) return loop_cost(device, op, bytes_per_lane, mask, addresses, values);
  const bool has_shapes = !is_atomic(op) && std::has_single_bit(bytes_per_lane) &&
                          device.lanes_per_pass == kWarpSize && has_32_word_banks(device);
  if (has_shapes && bytes_per_lane <= 4) {
    const uint32_t wavefronts = narrow_wavefronts(bytes_per_lane, mask, addresses);
    if (wavefronts != 0) return {wavefronts, 1};
  } else if (has_shapes && mask == ~0u && is_wide_row(bytes_per_lane, addresses)) {
    return {bytes_per_lane / 4, bytes_per_lane / 4};
  }
  return general_cost(device, op, bytes_per_lane, mask, addresses);
}

}  // namespace warplens::model
