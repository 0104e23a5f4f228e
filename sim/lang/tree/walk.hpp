// Visits the parts of expressions and statements.
#pragma once

#include <functional>

#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

// The expression's direct parts in the order of the text.
void for_each_part(const Expr& expr, const std::function<void(const Expr&)>& visit);

// The expression without the casts and loads around it: the place that a value is read from.
const Expr& bare(const Expr& expr);
// The variable that the bare expression names; null where it is another expression.
const Variable* named_variable(const Expr& expr);

// Whether `holds` is true for the expression or any of its parts; outer ones are tested first.
bool any_part(const Expr& expr, const std::function<bool(const Expr&)>& holds);

// The statement itself and every one inside it, outer ones first.
void for_each_statement(const Stmt& stmt, const std::function<void(const Stmt&)>& visit);

// The whole expressions that the statement itself holds: a condition, an initialiser; not those of
// statements inside it.
void for_each_expression(const Stmt& stmt, const std::function<void(const Expr&)>& visit);

}  // namespace warplens::lang
