// Which variables may be read before anything has written them, as the code alone shows it.
#pragma once

#include <vector>

#include "sim/code/program.hpp"

namespace warplens::code {

// By index in Program::bare_declarations. Branches may go either way, so that one that is only read
// where it was written may be among them. One in the frame always is: its elements are not
// distinguished. None of a program with recursive functions.
std::vector<bool> may_be_read_unwritten(const Program& program);

}  // namespace warplens::code
