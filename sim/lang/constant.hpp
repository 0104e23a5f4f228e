// Values known before the kernel runs: array extents, case labels, const variables.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/base/scalar.hpp"
#include "sim/lang/ast.hpp"

namespace warplens::lang {

struct Constant {
  base::Scalar scalar = base::Scalar::kInt;
  uint64_t bits = 0;  // integer types: signed ones sign-extended, unsigned ones zero-extended
  double real = 0;    // floating types

  bool is_true() const { return base::is_floating(scalar) ? real != 0 : bits != 0; }
};

// `bits` brought into the range of an integer type, as the GPU keeps it.
uint64_t wrap(uint64_t bits, base::Scalar scalar);
Constant convert(Constant constant, base::Scalar to);

// Operands of an arithmetic operator are of one type. Nothing for a division of integers by zero.
std::optional<Constant> apply(BinaryOp op, const Constant& left, const Constant& right);
Constant apply(UnaryOp op, Constant value);

// (evaluate.cpp) The value of a checked expression of scalar type; nothing if it depends on the
// run, or divides by zero.
std::optional<Constant> fold(const Expr& expr);

}  // namespace warplens::lang
