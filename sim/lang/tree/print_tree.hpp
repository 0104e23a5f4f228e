// The checked tree as text, for debugging the front end.
#pragma once

#include <string>

#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {

// The kernels and the functions that they reach, one node per line with its line in the file: "line
// 3         Load float".
std::string print_tree(const Unit& unit);

}  // namespace warplens::lang
