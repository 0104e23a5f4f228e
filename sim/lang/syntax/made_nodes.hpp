// Nodes of the tree that no text has: what a program does around main(), and in place of statements
// that are left out.
#pragma once

#include <vector>

#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

ExprPtr name_of(Variable& variable);
ExprPtr load_of(Variable& variable);
// The variable has a place in memory from now on.
ExprPtr address_of(Variable& variable, TypeTable& types);
StmtPtr statement_of(ExprPtr expression);
// The arguments have the parameters' types.
ExprPtr call_of(const Function& function, std::vector<ExprPtr> arguments);

}  // namespace warplens::lang
