// Straight-line code as one lane goes through it: the blocks of the control flow that the kernel's
// text has, however the warp goes through its sides one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::code {

class LaneBlocks {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  explicit LaneBlocks(const Program& program);

  uint32_t of(uint32_t pc) const { return block_of_[pc]; }
  uint32_t begin_of(uint32_t block) const { return blocks_[block].begin; }
  // The block that every lane comes from; kNone: there are several, or lanes begin there.
  uint32_t only_predecessor(uint32_t block) const { return blocks_[block].only_predecessor; }
  // Whether every lane that comes to block `b` was in block `a`, or they are one.
  bool dominates(uint32_t a, uint32_t b) const;

 private:
  struct Block {
    uint32_t begin = 0;  // its first instruction
    uint32_t only_predecessor = kNone;
    uint32_t dominator = 0;  // the nearest one; of block 0: itself
    std::vector<uint32_t> predecessors;
  };
  void find_dominators();

  std::vector<Block> blocks_;  // in the order of their first instructions
  std::vector<uint32_t> block_of_;
};

}  // namespace warplens::code
