// Which lanes of the recorded block's warps execute, instruction by instruction: the block is
// executed again from the memory that it found.
#pragma once

#include <atomic>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/observe/recorded/divergence.hpp"
#include "sim/run/run.hpp"

namespace warplens::whatif {

// Instructions of a block that are followed; then it is cut.
inline constexpr uint64_t kMostFollowedMasks = 1'000'000;

struct Divergence {
  trace::BlockId block;
  std::vector<observe::WarpDivergence> warps;
  bool is_cut = false;  // kMostFollowedMasks, or the run was cut in this block
  observe::LaneSlots slots() const;
  uint64_t instructions() const;
  // Warps whose lanes part anywhere, by their numbers.
  std::vector<uint32_t> parting_warps() const;
};

// A fork in all warps of the block together.
struct BlockFork {
  observe::Fork fork;
  uint32_t warps = 0;  // in which lanes have parted there
};
// Those at which lanes have parted, the one that loses most first.
std::vector<BlockFork> forks_of(const Divergence& divergence);

// Of the run's recorded block. An error: nothing was recorded, its memory was dropped, or blocks
// took turns (they are not executed again alone), or `cancelled` became true.
base::Checked<Divergence> follow_divergence(const run::Run& run,
                                            const std::atomic<bool>* cancelled = nullptr);

}  // namespace warplens::whatif
