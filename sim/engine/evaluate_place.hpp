// Where an lvalue's value lies at a moment, register or memory, and what it holds there.
#pragma once

#include <optional>

#include "sim/engine/evaluate.hpp"

namespace warplens::engine {

// A scalar's or pointer's bits, as evaluate() gives them.
uint64_t extend_type(const lang::Type* type, uint64_t bits);
uint64_t literal_value(const lang::Type* type, uint64_t bits, double real);

// What an lvalue of scalar or pointer type holds.
std::optional<uint64_t> load(const LaneState& state, const lang::Expr& lvalue);

// The scalar or pointer that lies `offset` bytes behind the start of an expression's value (of any
// type, lvalue or not).
std::optional<uint64_t> value_of_part(const LaneState& state, const lang::Expr& expr,
                                      uint64_t offset, const lang::Type* type);

}  // namespace warplens::engine
