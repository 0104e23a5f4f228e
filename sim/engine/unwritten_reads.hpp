// Reads of shared memory that nothing has written, where their values matter: one block is executed
// again, instruction by instruction.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/analysis/memory_layout.hpp"
#include "sim/analysis/totals.hpp"
#include "sim/machine/block.hpp"

namespace warplens::engine {

// More instructions of the block are not followed.
inline constexpr uint64_t kMostFollowed = 400'000;

// `memory`: as the block found it. Of a program with recursive functions nothing is known.
std::vector<analysis::Finding> unwritten_reads(
    const std::shared_ptr<const machine::GridContext>& context, machine::GlobalMemory memory,
    trace::BlockId block, const analysis::MemoryLayout& layout);

}  // namespace warplens::engine
