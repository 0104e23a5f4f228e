#include "sim/observe/races/block_order.hpp"

#include <algorithm>
#include <bit>

namespace warplens::observe {

void BlockOrder::begin(uint32_t last_present) {
  interval_ = 0;
  warps_.assign(warps_.size(), {});
  warps_.back().live = last_present;
}

void BlockOrder::barrier() {
  interval_ += 1;
  for (Warp& warp : warps_) {
    warp.count = warp.full = 0;
    warp.since_full.clear();
  }
}

void BlockOrder::warp_syncs(uint32_t warp, uint32_t mask) {
  Warp& it = warps_[warp];
  it.count += 1;
  it.since_full.push_back(mask);
  if ((it.live & ~mask) != 0 && it.since_full.size() < kMostSyncs) return;
  it.full = it.count;
  it.since_full.clear();
}

void BlockOrder::lanes_return(uint32_t warp, uint32_t mask) {
  warps_[warp].live &= ~mask;
}

// What a lane did before a __syncwarp() is ordered before what all lanes that took part do behind
// it, and so on through each later one.
uint32_t BlockOrder::not_synchronised(const Party& before, uint32_t warp, uint32_t lane,
                                      uint32_t others) const {
  const Warp& it = warps_[warp];
  if (it.full > before.syncs) return 0;
  uint32_t left = 0;
  for (uint32_t rest = others; rest != 0; rest &= rest - 1) {
    uint32_t reached = rest & (~rest + 1);
    for (size_t k = before.syncs - it.full; k < it.since_full.size(); ++k) {
      if ((it.since_full[k] & reached) != 0) reached |= it.since_full[k];
    }
    if ((reached >> lane & 1) == 0) left |= rest & (~rest + 1);
  }
  return left;
}

}  // namespace warplens::observe
