// Atomics that the hardware has no instruction for: a loop that loads the word, computes, and
// compares and swaps, until every lane has come through.
#pragma once

#include <vector>

#include "sim/model/bank_groups.hpp"

namespace warplens::model {

struct SwapRound {
  uint32_t lanes = 0;                          // not through yet; all of them load
  LaneGroups groups;                           // of the swap
  std::array<uint32_t, kWarpSize> attempts{};  // of each group: the lanes that get to swap
  uint32_t winners = 0;                        // whose swap found what they had loaded
};

// In a round each bank lets one lane of each group swap, the lowest (and takes two passes for it);
// a lane is through unless another group's lane changed its word in the same round. Every lane is
// taken to change what it finds. Measured on an H200, tests/data/README.md.
std::vector<SwapRound> swap_rounds(const Device& device, uint32_t bytes_per_lane, uint32_t mask,
                                   const Addresses& addresses);

}  // namespace warplens::model
