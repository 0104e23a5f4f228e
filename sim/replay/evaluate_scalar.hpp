// Arithmetic on single values of a scalar type, as the machine does it. Values are in the form of
// evaluate() (evaluate.hpp): integers extended to 64 bits, floating types as their bit pattern.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/base/scalar.hpp"
#include "sim/lang/library/intrinsics.hpp"
#include "sim/lang/tree/ast.hpp"

namespace warplens::replay {

uint64_t convert(base::Scalar from, base::Scalar to, uint64_t bits);
uint64_t unary_value(lang::UnaryOp op, base::Scalar scalar, uint64_t bits);
// `scalar` is the left operand's type; of a shift, the right one is any integer.
std::optional<uint64_t> binary_value(lang::BinaryOp op, base::Scalar scalar, uint64_t left,
                                     uint64_t right);
// `scalar` is the arguments' type. Nothing if the operation is no pure function.
std::optional<uint64_t> call_value(lang::IntrinsicOp op, base::Scalar scalar,
                                   const uint64_t (&arguments)[3]);

}  // namespace warplens::replay
