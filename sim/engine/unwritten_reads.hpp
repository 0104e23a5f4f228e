// Reads of variables, local arrays and shared memory that nothing has written, where their values
// matter: one block is executed again, instruction by instruction.
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
// Blocks other than the recorded one are followed where the arrays are no larger [bytes], and where
// the blocks before them take no more warp instructions.
inline constexpr uint64_t kMostKeptForUnwritten = uint64_t{64} << 20;
inline constexpr uint64_t kMostExecutedAgain = 20'000'000;

// `memory`: as the block found it. `variables`: those of Program::bare_declarations that are looked
// at, by index. Of a program with recursive functions nothing is known.
std::vector<analysis::Finding> unwritten_reads(
    const std::shared_ptr<const machine::GridContext>& context, machine::GlobalMemory memory,
    trace::BlockId block, const analysis::MemoryLayout& layout, const std::vector<bool>& variables);

}  // namespace warplens::engine
