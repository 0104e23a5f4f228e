// Every warp instruction that the recorded block executes, one after another, for people who want
// to see what the machine does: the block is executed again from the memory that it found.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sim/run/run.hpp"

namespace warplens::replay {

// The run must hold a recording and its memory_before_block. Calls `report` for each instruction,
// in the order of execution, until the block is done, has executed as many as the whole run, or
// `report` returns false. The line has the active lanes as a hexadecimal mask and, of an
// instruction that writes registers, their values in these lanes afterwards:
//
//      12  line 19   LtS32 r19 r7 r6   ffffffff  r19 = 0x1
//
// An access to shared and to global memory at once is two lines.
void trace_instructions(const run::Run& run,
                        const std::function<bool(uint32_t warp, const std::string& line)>& report);

}  // namespace warplens::replay
