// Hints that depend on what registers hold: the recorded block is executed again, instruction by
// instruction.
#pragma once

#include <memory>
#include <vector>

#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"

namespace warplens::run {

// `memory`: as the block found it. Follows kMostFollowed instructions (unwritten_reads.hpp) at
// most; none of a program that gives no reason for such a hint.
std::vector<observe::Finding> followed_hints(
    const std::shared_ptr<const machine::GridContext>& context, machine::GlobalMemory memory,
    trace::BlockId block, const observe::MemoryLayout& layout);

}  // namespace warplens::run
