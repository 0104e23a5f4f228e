// Finds, in the kernel's text, whether a statement accumulates into a scalar of the thread's own,
// and the loop that steps it. Any kernel: nothing is known but the syntax tree.
#pragma once

#include "sim/lang/tree/ast.hpp"

namespace warplens::scene {

struct AccumulationSyntax {
  const lang::Variable* variable = nullptr;  // null: the statement does not accumulate
  const lang::Variable* cursor = nullptr;    // the innermost loop's induction variable; may be null
};
AccumulationSyntax find_accumulation(const lang::Function& function, const lang::Stmt* statement);

}  // namespace warplens::scene
