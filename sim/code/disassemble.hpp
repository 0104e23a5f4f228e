// A program as text, for people and for tests.
#pragma once

#include <string>

#include "sim/code/program.hpp"

namespace warplens::code {

// The instruction with its operands: `AddI32 r4 r2 r3`.
std::string instruction_text(const Program& program, size_t pc);

// One line an instruction: `  12  line 7  AddI32 r4 r2 r3    R[d] := x + y`.
std::string disassemble(const Program& program);

}  // namespace warplens::code
