// Library functions of 32 lanes at once, with the results that device_math has for one.
#pragma once

#include "sim/code/opcodes.hpp"

namespace warplens::machine {

// `d` := of each lane of `x`; they may be the same.
using LaneMath = void(const float* x, float* d);

// Null where there is none, or the processor has no instructions for it.
LaneMath* lane_math_of(code::Op op);

}  // namespace warplens::machine
