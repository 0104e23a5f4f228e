// Of a value in a register: in which lanes it is not defined by the text, which bits of it, and
// where they come from.
#pragma once

#include <array>
#include <cstdint>

#include "sim/code/opcodes.hpp"
#include "sim/trace/event.hpp"

namespace warplens::observe {

struct Taint {
  uint32_t lanes = 0;  // in which any bit is undefined
  // Of these lanes: an index of a source that the reader keeps, and the bits. Of values of 64 bits
  // (and more) all bits are taken together: ~0.
  std::array<uint32_t, trace::kWarpSize> origin;
  std::array<uint32_t, trace::kWarpSize> bits;

  void set(uint32_t lane, uint32_t from, uint32_t which) {
    if (which == 0) return;
    lanes |= 1u << lane;
    origin[lane] = from;
    bits[lane] = which;
  }
  uint32_t bits_of(uint32_t lane) const { return (lanes >> lane & 1) != 0 ? bits[lane] : 0; }
};

// One lane's operand of an instruction. What is in undefined bits does not matter.
struct TaintedValue {
  uint64_t value = 0;
  uint32_t bits = 0;  // undefined ones, as in Taint
};

// Which bits of the result are undefined: all that could come out differently if undefined bits of
// the operands were others. (As memory checkers work it out for compiled code: Seward and
// Nethercote, "Using Valgrind to detect undefined value errors with bit-precision", 2005.) For what
// is not worked out exactly, all are.
uint32_t undefined_bits(code::Op op, const TaintedValue& a);
uint32_t undefined_bits(code::Op op, const TaintedValue& a, const TaintedValue& b);

// Of a value in memory, a bit for each byte that is undefined; and of the same value in a register
// the bits. A small one may have been extended by its sign.
uint32_t bits_of_bytes(uint32_t undefined, uint32_t bytes);
uint32_t bytes_of_bits(uint32_t bits, uint32_t bytes);

}  // namespace warplens::observe
