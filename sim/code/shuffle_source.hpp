// Which lane's value a lane gets from a shuffle.
#pragma once

#include <cstdint>

namespace warplens::code {

// `mode`: of Op::kShuffle32, 0 index, 1 up, 2 down, 3 xor. The width need not be a power of two:
// its bits are used as the hardware uses them (PTX ISA 8.5, "shfl.sync").
inline uint32_t shuffle_source(int32_t mode, uint32_t lane, uint32_t which, uint32_t width) {
  constexpr uint32_t kLanes = 32;
  const uint32_t segment = (kLanes - width) & 31;  // bits of the lane that stay
  const uint32_t first = lane & segment;
  const uint32_t last = first | (~segment & 31);
  which &= 31;
  uint32_t source = lane;
  if (mode == 0) source = first | (which & ~segment);
  if (mode == 1) return lane < first + which ? lane : lane - which;
  if (mode == 2) source = lane + which;
  if (mode == 3) source = lane ^ which;
  return source > last ? lane : source;
}

}  // namespace warplens::code
