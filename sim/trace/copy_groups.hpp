// The groups that a warp's lanes make of their asynchronous copies: each lane commits and waits by
// itself, though mostly all do so together.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sim/base/warp.hpp"

namespace warplens::trace {

using GroupNumbers = std::array<uint32_t, base::kWarpSize>;  // by lane

class CopyGroups {
 public:
  // Of each lane, the group of the copies that it begins now, from 1 on: it is committed next.
  GroupNumbers open() const {
    GroupNumbers open = committed_;
    for (uint32_t& group : open) ++group;
    return open;
  }
  // The last group that a lane has committed; 0: none.
  uint32_t committed(uint32_t lane) const { return committed_[lane]; }
  void commit(uint32_t mask) {
    for (; mask != 0; mask &= mask - 1) ++committed_[static_cast<uint32_t>(std::countr_zero(mask))];
  }
  // The last group that is done once the lane has waited for all but so many of the newest.
  uint32_t done(uint32_t lane, uint32_t newest) const {
    return committed_[lane] > newest ? committed_[lane] - newest : 0;
  }

 private:
  GroupNumbers committed_{};
};

}  // namespace warplens::trace
