// Which lanes of the recorded block's warps execute, instruction by instruction: the block is
// executed again from the memory that it found.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/slice.hpp"
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

// Of the run's recorded block.
class DivergenceOfBlock {
 public:
  // The run outlives this.
  explicit DivergenceOfBlock(const run::Run& run);
  ~DivergenceOfBlock();
  base::Progress advance(base::Slice& slice);
  // When it is done. An error: nothing was recorded, its memory was dropped, or blocks took turns
  // (they are not executed again alone), or it was cancelled.
  base::Checked<Divergence> take();

 private:
  class Followed;
  std::unique_ptr<Followed> followed_;  // null: there is nothing to follow
  std::string problem_;                 // then: why
};
// The same, at once.
base::Checked<Divergence> follow_divergence(const run::Run& run);

}  // namespace warplens::whatif
