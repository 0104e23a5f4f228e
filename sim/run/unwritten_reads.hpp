// Reads of variables, local arrays and shared memory that nothing has written, where their values
// matter: a block is executed again, instruction by instruction.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/machine/context.hpp"
#include "sim/machine/grid/grid.hpp"
#include "sim/machine/memory.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/unwritten/unwritten.hpp"
#include "sim/run/block_again.hpp"

namespace warplens::run {

// More instructions of the block are not followed.
inline constexpr uint64_t kMostFollowed = 400'000;
// Blocks are followed from the grid's beginning on where the arrays are no larger [bytes], and
// where the blocks before them take no more warp instructions.
inline constexpr uint64_t kMostKeptForUnwritten = uint64_t{64} << 20;
inline constexpr uint64_t kMostExecutedAgain = 12'000'000;

class UnwrittenReads {
 public:
  // `memory`: as the block found it. `variables`: those of Program::bare_declarations that are
  // looked at, by index. Of a program with recursive functions nothing is known.
  UnwrittenReads(std::shared_ptr<const machine::GridContext> context, machine::GlobalMemory memory,
                 trace::BlockId block, const std::vector<bool>& variables);
  UnwrittenReads(const UnwrittenReads&) = delete;
  UnwrittenReads& operator=(const UnwrittenReads&) = delete;
  base::Progress advance(base::Slice& slice);
  std::vector<observe::Finding> findings(const observe::MemoryLayout& layout) const;

 private:
  void step();

  machine::GlobalMemory memory_;
  observe::Unwritten unwritten_;
  std::optional<BlockAgain> again_;
  uint64_t left_ = kMostFollowed;
};

struct FollowedBlock {
  uint64_t index = 0;  // in linear order
  trace::BlockId block;
  std::optional<std::vector<observe::Finding>> known;  // what UnwrittenReads found in it
};

// In several blocks; of findings at one place, those of the first block.
class UnwrittenInBlocks {
 public:
  // `memory`: as the grid found it. `layout` outlives this.
  UnwrittenInBlocks(std::shared_ptr<const machine::GridContext> context,
                    machine::GlobalMemory memory, std::vector<FollowedBlock> blocks,
                    const observe::MemoryLayout& layout, std::vector<bool> variables);
  UnwrittenInBlocks(const UnwrittenInBlocks&) = delete;
  UnwrittenInBlocks& operator=(const UnwrittenInBlocks&) = delete;
  base::Progress advance(base::Slice& slice);
  const std::vector<observe::Finding>& findings() const { return found_; }

 private:
  base::Progress reach(uint64_t block, base::Slice& slice);
  base::Progress follow(const FollowedBlock& block, base::Slice& slice);

  std::shared_ptr<const machine::GridContext> context_;
  machine::GlobalMemory memory_;
  std::vector<FollowedBlock> blocks_;
  size_t next_ = 0;  // of blocks_
  const observe::MemoryLayout& layout_;
  const std::vector<bool> variables_;
  machine::GridOptions options_;               // of the blocks in between
  std::unique_ptr<machine::GridRun> between_;  // while they are executed
  bool is_reached_ = true;
  std::unique_ptr<UnwrittenReads> reads_;  // in the present block
  std::vector<observe::Finding> found_;
};

}  // namespace warplens::run
