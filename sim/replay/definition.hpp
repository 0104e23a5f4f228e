// Finds the expression that gave a variable its present value, to explain a plain index `idx`.
#pragma once

#include "sim/replay/evaluate.hpp"

namespace warplens::replay {

struct Definition {
  const lang::Expr* value = nullptr;  // null: none found
  base::Span span;                    // of its text
};

// The initialiser or assignment nearest before `position` in the text, in the same or an enclosing
// scope, whose expression still gives the value that the variable has. A constant explains nothing
// and does not count.
Definition find_definition(const LaneState& state, const lang::Variable& variable,
                           uint32_t position);

}  // namespace warplens::replay
