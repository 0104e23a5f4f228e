// Calls of recursive functions: the warp's stack, the frames of local memory above each other, and
// what happens where a recursion is too deep.
#pragma once

#include <cstdint>

#include "sim/machine/interpreter.hpp"

namespace warplens::machine {

// Where the warp goes on, and with which lanes.
struct Resume {
  uint32_t pc = 0;
  uint32_t mask = 0;
};

// Without an active lane the call is skipped. Where it would be too deep, its lanes end.
Resume enter_subroutine(WarpRun& run, uint32_t index, uint32_t return_pc, uint32_t mask);
Resume leave_subroutine(WarpRun& run);

}  // namespace warplens::machine
