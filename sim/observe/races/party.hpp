// Who accessed a place in memory, as the checks keep it.
#pragma once

#include <cstdint>

namespace warplens::observe {

// One warp's access, by some of its lanes.
struct Party {
  static constexpr uint32_t kNobody = 0xffffffff;
  uint32_t block = kNobody;  // linear index
  uint32_t interval = 0;     // barriers that the block had passed
  uint32_t step = 0;         // index of the access in its block, as in trace::Recording
  uint32_t site = 0;         // index into code::Program::sites
  uint32_t warp = 0;
  uint32_t syncs = 0;  // __syncwarp()s that the warp had executed in the interval
  uint32_t turn = 0;   // how often the warp had made this access in the interval
  uint32_t lanes = 0;
  // Of a store: the site by which the lanes of `loaded` had loaded what they store to, in the same
  // interval.
  uint32_t load = kNobody;
  uint32_t loaded = 0;
};

// A party of a place: index into Shadow's parties, and those of its lanes that accessed the place.
struct Mark {
  uint32_t party = Party::kNobody;
  uint32_t lanes = 0;
};

}  // namespace warplens::observe
