// The bank rule, as measured on an H200 (tests/data/README.md), stated without shortcuts:
//
//   1. A request is split into groups of lanes, served one after another: lane_groups().
//   2. Words are spread over the banks in turn: bank_of().
//   3. A group takes as many wavefronts as its busiest bank has different words to deliver; lanes
//      that access the same word share it: group_wavefronts().
//   4. An atomic takes a wavefront for each lane on a bank, also where lanes share a word.
//
// Devices of compute capability 1.x broadcast one word in a pass instead of rule 3:
// serve_in_passes(). shared_cost.cpp adds the groups up, with shortcuts for the usual shapes; the
// reference model (reference.hpp) shares nothing with this.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "sim/base/operation.hpp"
#include "sim/model/addresses.hpp"
#include "sim/model/device.hpp"

namespace warplens::model {

// How an atomic is executed. kNative: one instruction, one pass a lane on a bank. kCompareSwap: two
// passes each. kCasLoop: a loop of loads and compare-and-swaps, because there is no instruction
// (cas_loop.hpp); kReadCasLoop: the same behind an atomic that reads.
enum class AtomicMethod : uint8_t { kNative, kCompareSwap, kCasLoop, kReadCasLoop };

// What the hardware does to shared memory for an access.
struct SharedOp {
  base::Operation operation = base::Operation::kLoad;
  AtomicMethod method = AtomicMethod::kNative;  // of an atomic

  friend bool operator==(SharedOp, SharedOp) = default;
  static const SharedOp kLoad, kStore, kAtomic, kCompareSwap, kCasLoop, kReadCasLoop;
};
inline constexpr SharedOp SharedOp::kLoad{base::Operation::kLoad, AtomicMethod::kNative};
inline constexpr SharedOp SharedOp::kStore{base::Operation::kStore, AtomicMethod::kNative};
inline constexpr SharedOp SharedOp::kAtomic{base::Operation::kAtomic, AtomicMethod::kNative};
inline constexpr SharedOp SharedOp::kCompareSwap{base::Operation::kAtomic,
                                                 AtomicMethod::kCompareSwap};
inline constexpr SharedOp SharedOp::kCasLoop{base::Operation::kAtomic, AtomicMethod::kCasLoop};
inline constexpr SharedOp SharedOp::kReadCasLoop{base::Operation::kAtomic,
                                                 AtomicMethod::kReadCasLoop};

inline bool is_atomic(SharedOp op) {
  return op.operation == base::Operation::kAtomic;
}
inline bool is_loop(SharedOp op) {
  return is_atomic(op) && op.method >= AtomicMethod::kCasLoop;
}

// Why a wide load's groups are twice the size: each active lane's partner is inactive or has the
// same address.
enum class Merge : uint8_t {
  kNone,
  kNeighbours,  // lanes l and l ^ 1
  kPairs,       // lanes l and l ^ 2
};

struct LaneGroups {
  uint32_t count = 0;                       // groups with an active lane
  std::array<uint32_t, kWarpSize> masks{};  // their active lanes, ascending
  uint32_t lanes = kWarpSize;               // of a group, active or not
  Merge merge = Merge::kNone;
};

// A group moves at most what all banks deliver in one pass (32 lanes of 32 bits, 16 of 64, 8 of 128
// on current devices). A wide LOAD whose active lanes agree in pairs (lane l^1, or throughout l^2,
// inactive or at the same address) is served in groups of twice the size. Measured on an H200,
// tests/data/README.md. What an atomic's loop does (cas_loop.hpp) counts as one group.
LaneGroups lane_groups(const Device& device, SharedOp op, uint32_t bytes_per_lane, uint32_t mask,
                       const Addresses& addresses);

// A lane's access in units of `unit_bytes`: `count` units from `first` on.
// Counting instead of dividing the last byte's address keeps an access at the very top of the
// address space finite.
struct UnitRange {
  uint64_t first = 0;
  uint32_t count = 0;
};
inline UnitRange units_of(uint64_t address, uint32_t bytes, uint32_t unit_bytes) {
  const uint32_t offset = static_cast<uint32_t>(address % unit_bytes);
  return {address / unit_bytes, (offset + bytes + unit_bytes - 1) / unit_bytes};
}

// [bytes] that a bank delivers in one pass: its whole width, or a 32-bit word of it.
inline uint32_t unit_bytes(const Device& device) {
  return device.pairs_words || device.bank_bytes < 4 ? device.bank_bytes : 4;
}

inline uint32_t bank_of(const Device& device, uint64_t unit) {
  return static_cast<uint32_t>(unit * unit_bytes(device) / device.bank_bytes % device.banks);
}

// [bytes] An access costs the same if all its addresses move by this distance. A power of two.
inline uint64_t bank_period(const Device& device) {
  return uint64_t{device.banks} * device.bank_bytes * (device.pairs_words ? 2 : 1);
}

// 32 banks of one 32-bit word, any word in one pass: as on current devices.
inline bool has_32_word_banks(const Device& device) {
  return device.banks == 32 && device.bank_bytes == 4 && device.broadcast == Broadcast::kAnyWord;
}

// The banks that a lane's access of 1 to 16 bytes touches, one bit each.
inline uint64_t banks_of(const Device& device, uint64_t address, uint32_t bytes) {
  if (has_32_word_banks(device)) {  // without divisions by variables
    const uint32_t count = (static_cast<uint32_t>(address % 4) + bytes + 3) / 4;
    return std::rotl((1u << count) - 1, static_cast<int>(address / 4 % 32));
  }
  const UnitRange units = units_of(address, bytes, unit_bytes(device));
  uint64_t banks = 0;
  for (uint32_t i = 0; i < units.count; ++i)
    banks |= uint64_t{1} << bank_of(device, units.first + i);
  return banks;
}

// The wavefronts of one group of lanes; of a compare-and-swap or a loop, those of one of its
// atomics.
uint32_t group_wavefronts(const Device& device, SharedOp op, uint32_t bytes, uint32_t group,
                          const Addresses& addresses);

// A request of a lane for a unit, and the pass in which the one-word broadcast of 1.x serves it.
struct PendingUnit {
  uint32_t lane = 0;
  uint64_t unit = 0;
  uint32_t pass = kNotServed;
  static constexpr uint32_t kNotServed = 0xffffffff;
};

// The requests of a group's active lanes, lane by lane.
std::vector<PendingUnit> pending_units(const Device& device, uint32_t bytes_per_lane,
                                       uint32_t group, const Addresses& addresses);

// Serves all of them and sets each one's pass; returns the number of passes. In a pass the
// broadcast unit goes to every lane that requested it, and every other bank serves one lane (CUDA C
// Programming Guides for 1.x, "32-Bit Broadcast Access", which leave open which word and which
// lanes are chosen). Chosen here: the unit that most lanes still wait for, among these that of the
// lowest lane; the other banks serve their lowest lane. Stores are served the same way.
uint32_t serve_in_passes(const Device& device, std::vector<PendingUnit>& pending);

// 16 bytes at an odd address touch five 32-bit words.
inline constexpr uint32_t kMaxUnits = kWarpSize * 5;

// The units of a group, equal ones allowed.
struct UnitList {
  uint32_t count = 0;
  std::array<uint64_t, kMaxUnits> units;  // the first `count` are set
};

// Appends the group's units of `size` bytes; a constant size spares divisions.
template <class Size>
void list_units(uint32_t bytes, uint32_t group, const Addresses& addresses, Size size,
                UnitList& list) {
  for (uint32_t lane = static_cast<uint32_t>(std::countr_zero(group)); lane < kWarpSize; ++lane) {
    if ((group >> lane & 1u) == 0) continue;
    const UnitRange units = units_of(addresses[lane], bytes, size);
    for (uint32_t i = 0; i < units.count; ++i) list.units[list.count++] = units.first + i;
  }
}

// The largest number of distinct units of one bank, by comparing within each bank.
template <class BankOf>
uint32_t most_units_of_a_bank(const UnitList& list, BankOf bank_of_unit) {
  std::array<int16_t, 64> last;  // index of the bank's latest unit in the list, or -1
  last.fill(-1);
  std::array<uint8_t, 64> depth{};
  std::array<int16_t, kMaxUnits> previous;
  uint32_t deepest = 0;
  for (uint32_t i = 0; i < list.count; ++i) {
    const uint32_t bank = bank_of_unit(list.units[i]);
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

}  // namespace warplens::model
