// An expression's parts, and questions about all of them.
#pragma once

#include <functional>

#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

// The parts that the expression is made of, not theirs, in the order of the text.
void for_each_part(const Expr& expr, const std::function<void(const Expr&)>& visit);

// Whether `holds` is true of the expression or of any part of it; asked from the outside in.
bool any_part(const Expr& expr, const std::function<bool(const Expr&)>& holds);

}  // namespace warplens::lang
