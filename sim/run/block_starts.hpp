// Moments of a grid from which its blocks can be run again: memory as some of the blocks found it,
// in copies that share what did not change in between. They are evenly apart, as close together as
// a budget allows.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/machine/memory.hpp"

namespace warplens::run {

struct BlockStart {
  uint64_t block = 0;  // its index in the grid's linear order
  uint64_t steps = 0;  // warp instructions that the blocks before it executed
  machine::GlobalMemory memory;
};

struct BlockStarts {
  std::vector<BlockStart> kept;  // ascending; the first is block 0
  uint64_t blocks_begun = 0;     // by the run, including those that did not end
  uint64_t bytes = 0;            // what the copies hold beyond memory as the run left it
};

class BlockStartsKeeper {
 public:
  // At most so many moments are kept.
  static constexpr uint64_t kMostStarts = 64;

  // `budget`: what the copies may hold. [bytes]
  BlockStartsKeeper(uint64_t blocks, uint64_t budget);
  bool is_start(uint64_t block) const { return starts_ != nullptr && block % distance_ == 0; }
  // To be called before each such block, in order.
  void at_block(uint64_t block, uint64_t steps, const machine::GlobalMemory& memory);
  // `after`: memory as the run left it; `begun`: how many blocks it began. Null where not even one
  // copy fits the budget.
  std::shared_ptr<const BlockStarts> finish(const machine::GlobalMemory& after, uint64_t begun);

 private:
  uint64_t bytes_beside(const machine::GlobalMemory& now) const;
  void fit(const machine::GlobalMemory& now);

  uint64_t budget_;
  uint64_t distance_;                    // [blocks] from one to the next
  std::shared_ptr<BlockStarts> starts_;  // null: given up
};

}  // namespace warplens::run
