// What an instruction of the program asks of shared memory: for a load or store what it says, for
// an atomic what the hardware has for it.
#pragma once

#include "sim/code/program.hpp"
#include "sim/model/banks.hpp"

namespace warplens::analysis {

// As an H200 executes generic atomics (tests/data/README.md): there is no instruction on shared
// memory for floating addition, nor for 64-bit minimum, maximum and bits.
model::SharedOp shared_op(const code::AccessSite& site);

}  // namespace warplens::analysis
