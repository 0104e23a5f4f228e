// Kernels in which one thread loads addresses from where the last one pointed, as PTX.
#pragma once

#include <cstdint>
#include <string>

namespace warplens::measure::timing {

// `chase(start, before, steps, out)`: follows `before` addresses from `start` and then `steps`
// more, and stores the cycles that these took, and the last address, as 64-bit numbers.
enum class Chased : uint8_t { kGlobal, kGlobalPastL1, kConstant };
std::string chase_ptx(Chased what);
// `chase(before, steps, out)` in shared memory, through a ring of its own.
std::string chase_shared_ptx();

// The module of kConstant has a variable `ring` of so many bytes, and a kernel `where(out)` that
// stores its address in constant memory.
inline constexpr uint32_t kConstantRing_bytes = 16384;

}  // namespace warplens::measure::timing
