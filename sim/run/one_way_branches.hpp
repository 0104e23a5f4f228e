// Branches of which a launch went only one way: what the other side would do was not looked at, so
// nothing is known of its races and barriers.
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
#include "sim/observe/totals/totals.hpp"
#include "sim/run/block_again.hpp"
#include "sim/run/unwritten_reads.hpp"

namespace warplens::run {

// Sides that matter: with an access to shared or global memory, a barrier or a warp function, and
// in kernels with barriers those that leave a loop's turn, a loop or the kernel. An `if` has one or
// two, a loop one; `&&`, `||` and `?:` are branches, too.
class OneWayBranches {
 public:
  // Executes blocks once more from `block` on, in order, at most kMostFollowed instructions
  // (unwritten_reads.hpp). `memory`: as `block` found it.
  OneWayBranches(std::shared_ptr<const machine::GridContext> context, machine::GlobalMemory memory,
                 trace::BlockId block);
  OneWayBranches(const OneWayBranches&) = delete;
  OneWayBranches& operator=(const OneWayBranches&) = delete;
  base::Progress advance(base::Slice& slice);
  void forget_memory();  // when it is done

  // The lines of the kernel's own file, ascending. Where blocks were left out, only what no thread
  // of the grid can have executed, as `accesses` are those of all of it.
  std::vector<uint32_t> lines(const std::vector<observe::AccessRow>& accesses) const;

 private:
  struct Side {
    uint32_t branch = 0;          // pc
    uint32_t begin = 0, end = 0;  // pcs
  };

  void add_sides();
  // Calls of functions that are built in, as cg::reduce: their branches are not the text's.
  void find_built_in(const lang::Function& function);
  bool matters(const Side& side) const;
  bool is_without_access(const Side& side, const std::vector<bool>& accessed) const;

  std::shared_ptr<const machine::GridContext> context_;
  const code::Program& program_;
  bool has_barriers_ = false;
  std::vector<base::Span> built_in_;
  std::vector<Side> sides_;
  std::vector<bool> executed_;  // by pc: with an active lane, in a block that was followed
  bool is_whole_ = false;       // all blocks were followed to their end
  machine::GlobalMemory memory_;
  const uint64_t first_block_;  // linear index
  uint64_t next_;               // the block that is followed, or comes next
  std::optional<BlockAgain> again_;
  uint64_t left_ = kMostFollowed;
};

}  // namespace warplens::run
