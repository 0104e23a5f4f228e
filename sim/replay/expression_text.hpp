// Expressions as text: as the file has them, as C spells the tree, or with one lane's values in
// place of names.
#pragma once

#include <cstdint>
#include <string>

#include "sim/replay/evaluate.hpp"

namespace warplens::replay {

// The tree spelled with its names; macros are expanded.
std::string named_text(const LaneState& state, const lang::Expr& expr);

// The same with each variable, builtin, memory read and macro constant replaced by this lane's
// value. Reads as correct arithmetic: a negative operand is in parentheses. A pointer is the
// number of elements from its array's start.
std::string valued_text(const LaneState& state, const lang::Expr& expr);

// "-3", "0.5": a value as evaluate() gives it.
std::string number_text(base::Scalar scalar, uint64_t bits);

// The array that a pointer points into or, outside a global one, whose window it is in.
struct PointedArray {
  std::string name;    // "" if there is none
  uint64_t begin = 0;  // the pointer to its first element
};
PointedArray array_of(const LaneState& state, uint64_t pointer);

}  // namespace warplens::replay
