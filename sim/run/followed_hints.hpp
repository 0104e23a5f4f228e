// Hints that depend on what registers hold: the recorded block is executed again, instruction by
// instruction.
#pragma once

#include <memory>
#include <vector>

#include "sim/machine/block.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"

namespace warplens::engine {

// `memory`: as the block found it. Follows kMostFollowed instructions (unwritten_reads.hpp) at
// most; none of a program that gives no reason for such a hint.
std::vector<analysis::Finding> followed_hints(
    const std::shared_ptr<const machine::GridContext>& context, machine::GlobalMemory memory,
    trace::BlockId block, const analysis::MemoryLayout& layout);

}  // namespace warplens::engine
