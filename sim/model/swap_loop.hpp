// Atomics that the hardware has no instruction for: a loop that loads the word, computes, and
// compares and swaps, until every lane has come through. How often it turns depends on what stands
// in memory, since a lane is through as soon as its word is what it had loaded.
#pragma once

#include <vector>

#include "sim/model/bank_groups.hpp"

namespace warplens::model {

// kChanges: not known; every lane is taken to change what it finds.
enum class SwapFunction : uint8_t {
  kChanges,
  kAddFloat,
  kAddDouble,
  kMinSigned,
  kMinUnsigned,
  kMaxSigned,
  kMaxUnsigned,
  kAnd,
  kOr,
  kXor,
};

struct SwapValues {
  SwapFunction function = SwapFunction::kChanges;
  Addresses found{};  // lane by lane, the bits in memory before the instruction
  Addresses operands{};
};

struct SwapRound {
  uint32_t lanes = 0;                          // not through yet; all of them load
  LaneGroups groups;                           // of those that swap; maybe none
  std::array<uint32_t, kWarpSize> attempts{};  // of each group: the lanes that get to swap
  uint32_t through = 0;                        // of `lanes`
};

// A round: all lanes that are left load; those of a minimum or maximum that would change nothing
// are through; of the others each bank lets one lane of each group swap, the lowest (and takes two
// passes for it), and it is through if its word still is what it had loaded. Measured on an H200,
// tests/data/README.md. `values` may be null: kChanges.
std::vector<SwapRound> swap_rounds(const Device& device, uint32_t bytes_per_lane, uint32_t mask,
                                   const Addresses& addresses, const SwapValues* values);

}  // namespace warplens::model
