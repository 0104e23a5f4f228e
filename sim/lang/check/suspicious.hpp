// Code that compiles but is probably a mistake: each case is a warning, and the kernel still runs.
#pragma once

#include "sim/lang/text/reporter.hpp"
#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

// A statement's expression, checked: `a[i] == 3;`, `*p;`.
void warn_without_effect(const Expr& discarded, Reporter& reporter);
// The step of a for loop: `i + 1`.
void warn_step_without_effect(const Expr& step, Reporter& reporter);
// A condition, checked, that is not in parentheses of its own: `if (a = b)`.
void warn_assignment_as_condition(const Expr& condition, Reporter& reporter);

}  // namespace warplens::lang
