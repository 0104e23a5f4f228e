// Values known before the kernel runs, and C's arithmetic on them: the same for array extents and
// case labels, #if, host code and constant folding in lowering. Integers behave as on the GPU: they
// wrap, and are shifted and converted as by the machine.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/base/scalar.hpp"
#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

struct Constant {
  base::Scalar scalar = base::Scalar::kInt;
  uint64_t bits = 0;  // integer types: signed ones sign-extended, unsigned ones zero-extended
  double real = 0;    // floating types

  bool is_true() const { return base::is_floating(scalar) ? real != 0 : bits != 0; }
};

// `bits` wrapped to an integer type.
uint64_t wrap(uint64_t bits, base::Scalar scalar);
Constant convert(Constant constant, base::Scalar to);

// Calls `use` with a zero of the type in which C computes with integers of the type `scalar`:
// narrow ones are computed with as int.
template <class Use>
auto in_integer_type(base::Scalar scalar, Use use) {
  const bool is_wide = base::size_of(scalar) == 8;
  if (base::size_of(scalar) < 4 || base::is_signed(scalar))
    return is_wide ? use(int64_t{}) : use(int32_t{});
  return is_wide ? use(uint64_t{}) : use(uint32_t{});
}

// Operands of an arithmetic operator must have the same type. Nothing for an integer division by
// zero.
std::optional<Constant> apply(BinaryOp op, const Constant& left, const Constant& right);
Constant apply(UnaryOp op, Constant value);

}  // namespace warplens::lang
