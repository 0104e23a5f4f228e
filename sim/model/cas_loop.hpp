// Atomics for which the hardware has no instruction: a loop that loads the word, computes, and
// compares and swaps (a CAS loop), until every lane has succeeded. The number of rounds depends on
// the contents of memory, because a lane succeeds when its word still is what it had loaded.
#pragma once

#include <vector>

#include "sim/model/bank_rule.hpp"

namespace warplens::model {

// kChanges: unknown; every lane is assumed to change what it finds.
enum class CasFunction : uint8_t {
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

struct CasValues {
  CasFunction function = CasFunction::kChanges;
  // Lane by lane, the bits that the lane found. Of lanes with one address the lowest finds what was
  // in memory before the instruction; the others' bits are not used.
  Addresses found{};
  Addresses operands{};
};

struct CasRound {
  uint32_t lanes = 0;                          // not done yet; all of them load
  LaneGroups groups;                           // of those that swap; maybe none
  std::array<uint32_t, kWarpSize> attempts{};  // of each group: the lanes that the banks let swap
  uint32_t through = 0;                        // of `lanes`
};

// A round: all remaining lanes load; those of a minimum or maximum that would change nothing are
// done; of the others each bank lets the lowest lane of each group swap, in two passes, and the
// lane is done if its word still is what it had loaded. Measured on an H200, tests/data/README.md.
class CasLoop {
 public:
  // `values` may be null: kChanges.
  CasLoop(const Device& device, uint32_t bytes_per_lane, uint32_t mask, const Addresses& addresses,
          const CasValues* values);
  bool next();                                      // false: all lanes are done
  const CasRound& round() const { return round_; }  // the one that next() went to

 private:
  uint32_t lanes_without_change() const;
  void swap(uint32_t group);

  uint32_t mask_;  // lanes not done before the round
  CasFunction function_;
  LaneGroups ranges_;                        // the groups of a full warp
  std::array<uint64_t, kWarpSize> banks_{};  // of each lane, one bit a bank
  std::array<uint8_t, kWarpSize> word_{};    // of each lane: the first lane with its address
  Addresses operands_, memory_;              // memory: of a word, before the round
  Addresses swapped_;                        // of a word in changed_: by now
  uint32_t changed_ = 0;                     // words that a lane has swapped in this round
  CasRound round_;
};

// All rounds.
std::vector<CasRound> cas_rounds(const Device& device, uint32_t bytes_per_lane, uint32_t mask,
                                 const Addresses& addresses, const CasValues* values);

}  // namespace warplens::model
