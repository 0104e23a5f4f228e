// The places at which lanes part, of all warps together; declared in follow_divergence.hpp.
#include <algorithm>
#include <map>

#include "sim/whatif/follow_divergence.hpp"

namespace warplens::whatif {

using observe::Fork;

std::vector<BlockFork> forks_of(const Divergence& divergence) {
  std::map<uint32_t, BlockFork> by_pc;
  for (const observe::WarpDivergence& warp : divergence.warps) {
    for (const Fork& one : warp.forks) {
      if (one.parted == 0) continue;
      BlockFork& sum = by_pc[one.pc];
      const uint32_t warps = sum.warps + 1;
      if (sum.warps == 0) {
        sum = {one, 1};
        continue;
      }
      sum.warps = warps;
      sum.fork.reached += one.reached;
      sum.fork.parted += one.parted;
      sum.fork.lost += one.lost;
      for (size_t side = 0; side < 2; ++side) {
        sum.fork.instructions[side] += one.instructions[side];
        sum.fork.side_lost[side] += one.side_lost[side];
      }
    }
  }
  std::vector<BlockFork> forks;
  for (const auto& [pc, fork] : by_pc) forks.push_back(fork);
  std::stable_sort(forks.begin(), forks.end(), [](const BlockFork& a, const BlockFork& b) {
    return a.fork.lost > b.fork.lost;
  });
  return forks;
}

}  // namespace warplens::whatif
