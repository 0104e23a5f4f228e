// Constant memory: one value at a time is broadcast to every lane that reads it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "sim/base/assert.hpp"
#include "sim/model/addresses.hpp"

namespace warplens::model {

// The number of broadcasts of a request: the distinct places, in units of the access's width, that
// active lanes read (CUDA C++ Programming Guide, "Constant Memory": a request is split into as
// many as there are different addresses in it). 1 is the best. mask must not be 0.
inline uint32_t constant_broadcasts(uint32_t bytes_per_lane, uint32_t mask,
                                    const Addresses& addresses) {
  WL_ASSERT(mask != 0, "an access has an active lane");
  std::array<uint64_t, kWarpSize> seen;
  uint32_t count = 0;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint64_t place =
        addresses[static_cast<uint32_t>(std::countr_zero(rest))] / bytes_per_lane;
    const auto end = seen.begin() + count;
    if (std::find(seen.begin(), end, place) == end) seen[count++] = place;
  }
  return count;
}

}  // namespace warplens::model
