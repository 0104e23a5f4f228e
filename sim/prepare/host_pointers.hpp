// Which arrays that a host function is given are in the host's memory, by what its code does with
// them.
#pragma once

#include "sim/lang/tree/ast.hpp"

namespace warplens::prepare {

// Whether the function, or host code that it gives the pointer to, reads or writes an element, or
// copies in a direction that makes it the host's side. Pointers that are derived from it are not
// followed.
bool is_used_by_host(const lang::Function& function, const lang::Variable& pointer);

}  // namespace warplens::prepare
