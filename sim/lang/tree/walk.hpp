// Visits an expression's parts.
#pragma once

#include <functional>

#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

// The expression's direct parts in the order of the text.
void for_each_part(const Expr& expr, const std::function<void(const Expr&)>& visit);

// Whether `holds` is true for the expression or any of its parts; outer ones are tested first.
bool any_part(const Expr& expr, const std::function<bool(const Expr&)>& holds);

}  // namespace warplens::lang
