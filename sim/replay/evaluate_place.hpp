// Where an lvalue is at a moment, in registers or memory, and its value.
#pragma once

#include <optional>

#include "sim/replay/evaluate.hpp"

namespace warplens::replay {

// A scalar's or pointer's bits in the form of evaluate().
uint64_t extend_type(const lang::Type* type, uint64_t bits);
uint64_t literal_value(const lang::Type* type, uint64_t bits, double real);

// The value of an lvalue of scalar or pointer type.
std::optional<uint64_t> load(const LaneState& state, const lang::Expr& lvalue);

// The scalar or pointer at `offset` bytes from the start of an expression's value (of any type,
// lvalue or not).
std::optional<uint64_t> value_of_part(const LaneState& state, const lang::Expr& expr,
                                      uint64_t offset, const lang::Type* type);

}  // namespace warplens::replay
