// Where registers' values came from, for the block that is looked at.
#pragma once

#include <cstdint>

#include "sim/code/program.hpp"
#include "sim/machine/block.hpp"

namespace warplens::machine {

// The origins that an instruction leaves in the register that it writes, called before it is
// executed. A load's are kept by the access itself.
void follow_registers(WarpState& warp, uint32_t* registers, const code::Instr& instr,
                      uint32_t mask);

}  // namespace warplens::machine
