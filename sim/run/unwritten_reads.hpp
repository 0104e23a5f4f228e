// Reads of variables, local arrays and shared memory that nothing has written, where their values
// matter: a block is executed again, instruction by instruction.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"

namespace warplens::run {

// More instructions of the block are not followed.
inline constexpr uint64_t kMostFollowed = 400'000;
// Blocks are followed from the grid's beginning on where the arrays are no larger [bytes], and
// where the blocks before them take no more warp instructions.
inline constexpr uint64_t kMostKeptForUnwritten = uint64_t{64} << 20;
inline constexpr uint64_t kMostExecutedAgain = 12'000'000;

// `memory`: as the block found it. `variables`: those of Program::bare_declarations that are looked
// at, by index. Of a program with recursive functions nothing is known. Ends soon after
// `cancelled`, which may be null, becomes true.
std::vector<observe::Finding> unwritten_reads(
    const std::shared_ptr<const machine::GridContext>& context, machine::GlobalMemory memory,
    trace::BlockId block, const observe::MemoryLayout& layout, const std::vector<bool>& variables,
    const std::atomic<bool>* cancelled);

struct FollowedBlock {
  uint64_t index = 0;  // in linear order
  trace::BlockId block;
  std::optional<std::vector<observe::Finding>> known;  // what unwritten_reads() found in it
};

// In several blocks; of findings at one place, those of the first block. `memory`: as the grid
// found it. `cancelled` may be null.
std::vector<observe::Finding> unwritten_in_blocks(
    const std::shared_ptr<const machine::GridContext>& context, machine::GlobalMemory memory,
    std::vector<FollowedBlock> blocks, const observe::MemoryLayout& layout,
    const std::vector<bool>& variables, const std::atomic<bool>* cancelled);

}  // namespace warplens::run
