// Control goes forward but for jumps back to a loop's begin, so that a block's dominator has a
// lower number than the block.
#include "sim/code/lane_blocks.hpp"

#include <cstddef>

#include "sim/code/lane_paths.hpp"

namespace warplens::code {

LaneBlocks::LaneBlocks(const Program& program) {
  const LanePaths paths(program);
  const auto count = static_cast<uint32_t>(program.instrs.size());
  struct Arrivals {
    uint32_t count = 0, from = kNone;
  };
  std::vector<Arrivals> arrivals(count);
  std::vector<std::vector<uint32_t>> next(count);
  for (uint32_t pc = 0; pc < count; ++pc) {
    paths.add_next(pc, next[pc]);
    for (const uint32_t to : next[pc]) {
      if (to < count) arrivals[to] = {arrivals[to].count + 1, pc};
    }
  }
  block_of_.resize(count);
  for (uint32_t pc = 0; pc < count; ++pc) {
    const Arrivals& arrival = arrivals[pc];
    if (pc != 0 && arrival.count == 1 && arrival.from < pc && next[arrival.from].size() == 1) {
      block_of_[pc] = block_of_[arrival.from];
      continue;
    }
    block_of_[pc] = static_cast<uint32_t>(blocks_.size());
    blocks_.emplace_back();
    blocks_.back().begin = pc;
  }
  for (uint32_t pc = 0; pc < count; ++pc) {
    for (const uint32_t to : next[pc]) {
      if (to >= count || (block_of_[to] == block_of_[pc] && to > pc)) continue;
      blocks_[block_of_[to]].predecessors.push_back(block_of_[pc]);
    }
  }
  for (Block& block : blocks_) {
    if (block.predecessors.size() == 1) block.only_predecessor = block.predecessors.front();
  }
  find_dominators();
}

void LaneBlocks::find_dominators() {
  const auto meet = [&](uint32_t a, uint32_t b) {
    while (a != b) (a > b ? a : b) = blocks_[a > b ? a : b].dominator;
    return a;
  };
  for (uint32_t at = 1; at < blocks_.size(); ++at) {
    uint32_t found = kNone;
    for (const uint32_t from : blocks_[at].predecessors) {
      if (from < at) found = found == kNone ? from : meet(found, from);
    }
    blocks_[at].dominator = found == kNone ? 0 : found;  // of a subroutine's first block: all code
  }
}

bool LaneBlocks::dominates(uint32_t a, uint32_t b) const {
  while (b > a) b = blocks_[b].dominator;
  return a == b;
}

}  // namespace warplens::code
