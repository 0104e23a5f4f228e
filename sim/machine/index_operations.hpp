// Address arithmetic with a number of the instruction's own: registers scaled, indexed, moved on.
#pragma once

#include <cstdint>

#include "sim/machine/lanes.hpp"

namespace warplens::machine {

inline void scale_32(uint32_t* registers, const code::Instr& instr) {
  const auto factor = static_cast<uint32_t>(instr.imm);
  unary<uint32_t, uint32_t>(registers, instr, [=](uint32_t x) { return x * factor; });
}

inline void index_32(uint32_t* registers, const code::Instr& instr) {
  const auto factor = static_cast<uint32_t>(instr.imm);
  binary<uint32_t, uint32_t, uint32_t>(registers, instr,
                                       [=](uint32_t x, uint32_t y) { return x + y * factor; });
}

// `Index`: the 32-bit type of the index, which is extended; or uint64_t.
template <class Index>
void index_64(uint32_t* registers, const code::Instr& instr) {
  const auto factor = static_cast<uint64_t>(int64_t{instr.imm});
  binary<uint64_t, uint64_t, Index>(
      registers, instr, [=](uint64_t x, Index y) { return x + static_cast<uint64_t>(y) * factor; });
}

inline void add_number(uint32_t* registers, const code::Instr& instr) {
  const auto addend = static_cast<uint64_t>(int64_t{instr.imm});
  unary<uint64_t, uint64_t>(registers, instr, [=](uint64_t x) { return x + addend; });
}

}  // namespace warplens::machine
