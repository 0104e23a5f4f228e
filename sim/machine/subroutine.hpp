// Calls of recursive functions: the warp's stack, the frames of local memory above each other, and
// what happens where a recursion is too deep.
#pragma once

#include <cstdint>

#include "sim/machine/control_flow.hpp"
#include "sim/machine/interpreter.hpp"

namespace warplens::machine {

// `flow`: behind the call. Where the warp goes on, and with which lanes: without an active one the
// call is skipped. Where it would be too deep, its lanes end.
Flow enter_subroutine(WarpRun& run, uint32_t index, Flow flow);
Flow leave_subroutine(WarpRun& run);

}  // namespace warplens::machine
