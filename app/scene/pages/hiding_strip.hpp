// Of the model of latency hiding what each warp does in a stretch of cycles, as columns, and where
// in the whole run warps wait at barriers: what the strip shows and where it can be moved to.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/model/latency_hiding.hpp"

namespace warplens::scene {

// Columns of the strip: a cycle each, or of a whole run several.
inline constexpr uint32_t kHidingColumns = 240;

struct HidingStrip {
  uint64_t first = 0;  // the cycle that the first column begins with
  uint64_t cycles_of_column = 1;
  std::vector<float> busy;  // by column: the share of issue slots that are used
  std::vector<std::vector<model::WarpState>> rows;  // by warp and column: its most frequent state
};

// All of the run, or kHidingColumns cycles from `first` on, which is taken as late as it can be
// where it is later. `hiding` must have its spans.
HidingStrip hiding_strip(const model::Hiding& hiding, uint32_t schedulers, bool is_whole,
                         uint64_t first);
// The latest cycle that a strip of a column each cycle begins with; 0: all of the run is in it.
uint64_t last_first_cycle(const model::Hiding& hiding);

struct HidingBarriers {
  std::vector<float> waiting;   // of a whole run's columns: the share of warps that wait at one
  std::vector<uint64_t> stops;  // first cycles, growing, of strips that show warps being released
};

// `block_warps` meet at each barrier. Every release is in sight at one of the stops.
HidingBarriers hiding_barriers(const model::Hiding& hiding, uint32_t block_warps);
// The next one behind `first`, or the first one; `first` where there is none.
uint64_t next_barrier_stop(const HidingBarriers& barriers, uint64_t first);

}  // namespace warplens::scene
