// Products and sums of 32 lanes that are rounded once, and products that keep their factors for
// that (sim/code/fused_sums.hpp).
#pragma once

#include <cstdint>

#include "sim/machine/lanes.hpp"

namespace warplens::machine {

// The effects of FusedF32 (T is float) and FusedF64 (double).
template <class T>
void multiply_add(uint32_t* registers, const code::Instr& instr);
extern template void multiply_add<float>(uint32_t*, const code::Instr&);
extern template void multiply_add<double>(uint32_t*, const code::Instr&);

// Those of KeepMulF32 and KeepMulF64. The result may take a factor's place.
template <class T>
void multiply_and_keep(uint32_t* registers, const code::Instr& instr) {
  constexpr uint16_t kWidth = sizeof(T) / sizeof(uint32_t);
  const auto d = lanes_of<T>(registers, instr.dst);
  const auto a = lanes_of<T>(registers, instr.a);
  const auto b = lanes_of<T>(registers, instr.b);
  const auto kept_a = lanes_of<T>(registers, instr.c);
  const auto kept_b = lanes_of<T>(registers, static_cast<uint16_t>(instr.c + kWidth));
  WL_IVDEP
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const T x = a[lane], y = b[lane];
    kept_a.set(lane, x);
    kept_b.set(lane, y);
    d.set(lane, canonical(x * y));
  }
}

}  // namespace warplens::machine
