// A kernel's machine code by basic blocks and lines of the text: how much of each line is in each
// block, and where control may go two ways.
#pragma once

#include <string_view>

#include "kernels/measure/cubin/elf.hpp"
#include "kernels/measure/format/compile.hpp"

namespace warplens::measure::cubin {

// Of `kernel`, its name in the cubin. Without lines where the code cannot be read: there is no line
// table, an opcode of control flow whose meaning is not known, or far too much code. Code of
// functions that it calls is left out.
CodeLines code_lines_of(const Elf& elf, std::string_view kernel);

}  // namespace warplens::measure::cubin
