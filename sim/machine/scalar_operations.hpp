// Integer opcodes of one value instead of 32.
#pragma once

#include <cstdint>

#include "sim/code/program.hpp"

namespace warplens::machine {

// The value of an integer opcode of the families of one and two operands, from its operands' bits;
// null for every other. Bits of 32-bit values are zero-extended.
using ScalarOperation = uint64_t (*)(uint64_t x, uint64_t y);
ScalarOperation scalar_operation(code::Op op);

}  // namespace warplens::machine
