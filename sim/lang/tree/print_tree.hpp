// The checked tree as text, for whoever looks at what the front end made of a kernel.
#pragma once

#include <string>

#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

// The kernels and the functions that they reach, one node a line with the line of the file that it
// comes from: "line 3         Load float".
std::string print_tree(const Unit& unit);

}  // namespace warplens::lang
