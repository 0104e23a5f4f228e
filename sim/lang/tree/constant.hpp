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

// Operands of an arithmetic operator must have the same type. Nothing for an integer division by
// zero.
std::optional<Constant> apply(BinaryOp op, const Constant& left, const Constant& right);
Constant apply(UnaryOp op, Constant value);

}  // namespace warplens::lang
