// Every warp instruction that the recorded block executes, one after another, for people who want
// to see what the machine does: the block is executed again from the memory that it found.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sim/engine/run.hpp"

namespace warplens::engine {

// The run must hold a recording and its memory_before_block. Calls `line` for each instruction, in
// the order of execution, until the block is done or `most` are executed; of an instruction that
// writes a register, with the value in the active lanes afterwards:
//
//   warp 0     12  line 19   LtS32 r19 r7 r6   ffffffff  r19 = 1
//
// An access to shared and to global memory at once is two lines. How many lines there were.
uint64_t trace_instructions(const Run& run, uint64_t most,
                            const std::function<void(const std::string& line)>& line);

}  // namespace warplens::engine
