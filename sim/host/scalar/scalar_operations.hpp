// The opcodes that compute a register of registers, each as a function: what native code calls for
// those that it has no instructions for.
#pragma once

#include <cstdint>

#include "sim/host/scalar/scalar_code.hpp"

namespace warplens::host {

// R[d] := the instruction's expression of R[a], R[b], R[c].
using Operation = void (*)(uint32_t* registers, const ScalarInstr& instr);

// Null of an opcode that does something else. A divisor of 0 is the caller's to look for, and a
// pointer to the frame depends on where that is.
Operation operation_of(uint16_t op);

// How an operation sees what is in R[a], R[b] (and R[c]), and in R[d].
struct OperationShape {
  bool reads_real = false, writes_real = false;
};
OperationShape shape_of(uint16_t op);

}  // namespace warplens::host
