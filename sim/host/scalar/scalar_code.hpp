// A program of host code as one lane executes it: the masks of the warp's bytecode are gone, what
// they decide are jumps. Made once a program.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::host {

struct ScalarInstr {
  uint16_t op = 0;  // a code::Op or an Extra (scalar_opcodes.hpp)
  uint16_t dst = 0, a = 0, b = 0;
  uint16_t c = 0;   // of a jump: instructions since the one before, at most 0xffff
  int32_t imm = 0;  // of a jump: index into ScalarCode::instrs
};

struct ScalarCode {
  std::vector<ScalarInstr> instrs;  // from [0] on
  std::vector<uint32_t> pcs;        // parallel: index into Program::instrs
  std::vector<uint32_t> entries;    // of Program::subroutines: index into instrs
};

ScalarCode translate(const code::Program& program);

}  // namespace warplens::host
