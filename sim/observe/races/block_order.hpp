// The order of accesses within a block: barriers, and __syncwarp()s within a warp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/observe/races/party.hpp"

namespace warplens::observe {

class BlockOrder {
 public:
  explicit BlockOrder(uint32_t warps) : warps_(warps) {}

  // `present`: lanes of the last warp that are threads.
  void begin(uint32_t last_present);
  void barrier();
  void warp_syncs(uint32_t warp, uint32_t mask);
  void lanes_return(uint32_t warp, uint32_t mask);

  uint32_t interval() const { return interval_; }
  uint32_t syncs(uint32_t warp) const { return warps_[warp].count; }

  // Of lanes that took part in an earlier access of this block: those whose access nothing in the
  // block orders before what `lane` of `warp` does now.
  uint32_t unordered_lanes(const Party& before, uint32_t lanes, uint32_t warp,
                           uint32_t lane) const {
    if (before.interval != interval_) return 0;
    if (before.warp != warp) return lanes;
    const uint32_t others = lanes & ~(1u << lane);
    if (others == 0) return 0;
    return warps_[warp].count == before.syncs ? others
                                              : not_synchronised(before, warp, lane, others);
  }

 private:
  // More are taken for one by all lanes, which finds fewer races.
  static constexpr size_t kMostSyncs = 1 << 20;
  struct Warp {
    uint32_t live = ~0u;               // lanes that have not returned
    uint32_t count = 0;                // __syncwarp()s in the interval
    uint32_t full = 0;                 // of those, up to the last one by all live lanes
    std::vector<uint32_t> since_full;  // masks of the others
  };
  uint32_t not_synchronised(const Party& before, uint32_t warp, uint32_t lane,
                            uint32_t others) const;

  uint32_t interval_ = 0;
  std::vector<Warp> warps_;
};

// How often each warp has made each access since the last barrier: in which turn of a loop it is.

class TurnCounter {
 public:
  TurnCounter(uint32_t warps, size_t sites) : sites_(sites), all_(warps * sites) {}

  void restart() { ++interval_; }
  // Counted from 0; `site` is an index into code::Program::sites.
  uint32_t next(uint32_t warp, uint32_t site) {
    Turns& turns = all_[warp * sites_ + site];
    if (turns.interval != interval_) turns = {interval_, 0};
    return turns.count++;
  }

 private:
  struct Turns {
    uint32_t interval = 0, count = 0;
  };
  size_t sites_;
  uint32_t interval_ = 1;
  std::vector<Turns> all_;  // by warp and site
};

}  // namespace warplens::observe
