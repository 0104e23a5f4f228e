// A program of host code as one lane executes it: the masks of the warp's bytecode are gone, what
// they decide are jumps. Made once a program.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/opcodes.hpp"
#include "sim/code/program.hpp"

namespace warplens::host {

// What there is beside the opcodes of sim/code/opcodes.hpp, with numbers behind theirs. R[i], M[i]
// are registers and masks as there; a mask holds 0 or 1.
enum class Extra : uint16_t {
  kFirst = static_cast<uint16_t>(code::Op::kEnd) + 1,
  kGoto = kFirst,  // pc := imm
  kGotoIfZero,     // if R[a] = 0: pc := imm
  kGotoIfTrue,     // if R[a] != 0: pc := imm
  kGotoIfMask,     // if M[d] != 0: pc := imm
  kMaskOne,        // M[d] := 1
  kMaskZeroIf,     // if R[a] != 0: M[d] := 0
  kStray,          // what one lane never reaches
// R[d] := the comparison of R[a] and R[b]; if it is 0: pc := imm
#define WARPLENS_FUSED_COMPARISONS(X) \
  X(LtS32) X(LeS32) X(LtU32) X(LeU32) X(EqI32) X(NeI32) X(LtS64) X(LtU64) X(EqI64) X(NeI64)
#define WARPLENS_NAME(name) kUnless##name,
  WARPLENS_FUSED_COMPARISONS(WARPLENS_NAME)
#undef WARPLENS_NAME
};

struct ScalarInstr {
  uint16_t op = 0;  // a code::Op or an Extra
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
