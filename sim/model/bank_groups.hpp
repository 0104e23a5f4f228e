// How a warp's shared-memory request is split before the banks see it: into groups of lanes that
// are served one after another. Used by the cost and by the schedule; the reference model has its
// own.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "sim/model/banks.hpp"

namespace warplens::model {

// Why a wide load's groups are twice the size: each active lane's partner is inactive or wants the
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
// tests/data/README.md. What an atomic's loop does (swap_loop.hpp) is told as one group.
LaneGroups lane_groups(const Device& device, SharedOp op, uint32_t bytes_per_lane, uint32_t mask,
                       const Addresses& addresses);

// A lane's access seen in units of `unit_bytes`: units first(), first() + 1, ..., count of them.
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

// What a bank hands out in one pass: its whole width, or a 32-bit word of it.
inline uint32_t unit_bytes(const Device& device) {
  return device.pairs_words || device.bank_bytes < 4 ? device.bank_bytes : 4;
}

inline uint32_t bank_of(const Device& device, uint64_t unit) {
  return static_cast<uint32_t>(unit * unit_bytes(device) / device.bank_bytes % device.banks);
}

// 32 banks of one 32-bit word, any word in one pass: the rule of today's devices.
inline bool has_32_word_banks(const Device& device) {
  return device.banks == 32 && device.bank_bytes == 4 && device.broadcast == Broadcast::kAnyWord;
}

// The banks that a lane's access of 1 to 16 bytes touches, one bit each.
inline uint64_t banks_of(const Device& device, uint64_t address, uint32_t bytes) {
  if (has_32_word_banks(device)) {  // without divisions by what only the device knows
    const uint32_t count = (static_cast<uint32_t>(address % 4) + bytes + 3) / 4;
    return std::rotl((1u << count) - 1, static_cast<int>(address / 4 % 32));
  }
  const UnitRange units = units_of(address, bytes, unit_bytes(device));
  uint64_t banks = 0;
  for (uint32_t i = 0; i < units.count; ++i)
    banks |= uint64_t{1} << bank_of(device, units.first + i);
  return banks;
}

// What a group still has to be served under the one-word broadcast rule of 1.x.
struct PendingUnit {
  uint32_t lane = 0;
  uint64_t unit = 0;
  uint32_t pass = kNotServed;
  static constexpr uint32_t kNotServed = 0xffffffff;
};

// The requests of a group's active lanes, lane by lane.
std::vector<PendingUnit> pending_units(const Device& device, uint32_t bytes_per_lane,
                                       uint32_t group, const Addresses& addresses);

// Serves all of them and writes each one's pass; returns the number of passes. In a pass the
// broadcast unit goes to every lane that wants it, and every other bank serves one lane (CUDA C
// Programming Guide of 1.x's time, "32-Bit Broadcast Access"; which word and which lanes are taken
// is unspecified there). Taken here: the unit most lanes still want, then the one of the lowest
// lane; the other banks serve their lowest lane. Stores are served alike.
uint32_t serve_in_passes(const Device& device, std::vector<PendingUnit>& pending);

}  // namespace warplens::model
