// The opcodes that only a lane's program has. Apart from scalar_code.hpp, so that few files are
// compiled again for a new opcode.
#pragma once

#include <cstdint>

#include "sim/code/opcodes.hpp"

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

}  // namespace warplens::host
