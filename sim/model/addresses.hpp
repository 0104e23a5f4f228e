// What one warp instruction accesses: an address for each lane.
#pragma once

#include <array>
#include <cstdint>

#include "sim/base/warp.hpp"

namespace warplens::model {

using base::kWarpSize;

// Byte addresses, lane by lane; those of inactive lanes are ignored.
using Addresses = std::array<uint64_t, kWarpSize>;

}  // namespace warplens::model
