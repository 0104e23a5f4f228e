// Atomics that the hardware has no instruction for: a loop that loads the word, computes, and
// compares and swaps, until every lane has come through. How often it turns depends on what stands
// in memory, since a lane is through as soon as its word is what it had loaded.
#pragma once

#include <vector>

#include "sim/model/bank_rule.hpp"

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
  // Lane by lane, the bits that the lane found. Of lanes with one address the lowest finds what was
  // in memory before the instruction; the others' are not looked at.
  Addresses found{};
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
// tests/data/README.md.
class SwapLoop {
 public:
  // `values` may be null: kChanges.
  SwapLoop(const Device& device, uint32_t bytes_per_lane, uint32_t mask, const Addresses& addresses,
           const SwapValues* values);
  bool next();                                       // false: all lanes are through
  const SwapRound& round() const { return round_; }  // the one that next() went to

 private:
  uint32_t lanes_without_change() const;
  void swap(uint32_t group);

  uint32_t mask_;  // not through before the round
  SwapFunction function_;
  LaneGroups ranges_;                        // groups if all lanes took part
  std::array<uint64_t, kWarpSize> banks_{};  // of each lane, one bit a bank
  std::array<uint8_t, kWarpSize> word_{};    // of each lane: the first lane with its address
  Addresses operands_, memory_;              // memory: of a word, before the round
  Addresses swapped_;                        // of a word in changed_: by now
  uint32_t changed_ = 0;                     // words that a lane has swapped in this round
  SwapRound round_;
};

// All rounds.
std::vector<SwapRound> swap_rounds(const Device& device, uint32_t bytes_per_lane, uint32_t mask,
                                   const Addresses& addresses, const SwapValues* values);

}  // namespace warplens::model
