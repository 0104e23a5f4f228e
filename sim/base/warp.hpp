// What every part of the simulator knows of a warp.
#pragma once

#include <cstdint>

namespace warplens::base {

inline constexpr uint32_t kWarpSize = 32;  // lanes, on every CUDA device

}  // namespace warplens::base
