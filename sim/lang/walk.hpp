// Questions about an expression and all its parts.
#pragma once

#include <functional>

#include "sim/lang/ast.hpp"

namespace warplens::lang {

// Whether `holds` is true of the expression or of any part of it; asked from the outside in.
bool any_part(const Expr& expr, const std::function<bool(const Expr&)>& holds);

}  // namespace warplens::lang
