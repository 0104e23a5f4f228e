// Global memory: the 32-byte sectors and 128-byte lines one warp access touches.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/model/addresses.hpp"

namespace warplens::model {

inline constexpr uint32_t kSectorBytes = 32;
inline constexpr uint32_t kLineBytes = 128;

struct GlobalCost {
  uint32_t sectors = 0;
  uint32_t lines = 0;
  uint64_t bytes_requested = 0;  // the lanes' sum
  uint64_t bytes_used = 0;       // distinct bytes
  uint64_t bytes_moved() const { return uint64_t{sectors} * kSectorBytes; }
  // Each byte is used by at least four lanes on average, as where a row's lanes read its one
  // element: however these threads are ordered, each of the few elements is fetched once.
  bool is_broadcast() const { return bytes_used * 4 <= bytes_requested; }
  // The fewest sectors that could hold bytes_used.
  uint32_t packed_sectors() const {
    return static_cast<uint32_t>((bytes_used + kSectorBytes - 1) / kSectorBytes);
  }
  // What it is judged against: packed_sectors(), and of a broadcast those that it takes.
  uint32_t ideal_sectors() const { return is_broadcast() ? sectors : packed_sectors(); }
  friend bool operator==(const GlobalCost&, const GlobalCost&) = default;
};

// mask must not be 0. The same for loads, stores and atomics.
GlobalCost global_cost(uint32_t bytes_per_lane, uint32_t mask, const Addresses& addresses);

struct SectorUse {
  uint64_t sector = 0;      // address / 32
  uint32_t lanes = 0;       // that touch it
  uint32_t bytes_mask = 0;  // which of its 32 bytes are used
};
// Sectors in ascending order.
std::vector<SectorUse> sector_uses(uint32_t bytes_per_lane, uint32_t mask,
                                   const Addresses& addresses);

}  // namespace warplens::model
