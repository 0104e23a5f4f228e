// A warp's numbers in as few bytes as their shape allows: all zero, all equal, affine in the lane,
// or differences to the smallest in the narrowest width that holds them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/trace/event.hpp"

namespace warplens::trace {

using Lanes = std::array<uint64_t, kWarpSize>;

enum class Shape : uint8_t {
  kZero,    // nothing stored
  kEqual,   // 8 bytes: the value
  kAffine,  // 16 bytes: the value in lane 0 (extrapolated if it is inactive) and the step from lane
            // to lane, wrapping
  kRaw,     // smallest value (8), width (1), then each active lane's difference to it
};

// Appends the active lanes and returns the shape that unpack() needs. mask must not be 0.
Shape pack(const Lanes& lanes, uint32_t mask, std::vector<std::byte>& bytes);
// Reads what pack() appended at `offset` and moves offset past it; inactive lanes are 0.
void unpack(Shape shape, uint32_t mask, const std::vector<std::byte>& bytes, uint64_t& offset,
            Lanes& lanes);

}  // namespace warplens::trace
