// Shared memory: how many wavefronts (passes of the data stage) one warp access takes, and which
// lane is served in which.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/model/device.hpp"

namespace warplens::model {

inline constexpr uint32_t kWarpSize = 32;
// Byte addresses, lane by lane; those of inactive lanes are ignored.
using Addresses = std::array<uint64_t, kWarpSize>;

// kAtomic: one instruction, one pass a lane on a bank. kCompareSwap: two passes each. kSwapLoop: a
// loop of loads and compare-and-swaps, because there is no instruction (swap_loop.hpp);
// kReadSwapLoop: the same behind an atomic that reads.
enum class SharedOp : uint8_t { kLoad, kStore, kAtomic, kCompareSwap, kSwapLoop, kReadSwapLoop };
inline bool is_atomic(SharedOp op) {
  return op >= SharedOp::kAtomic;
}
inline bool is_loop(SharedOp op) {
  return op >= SharedOp::kSwapLoop;
}

struct SharedCost {
  uint32_t wavefronts = 0;
  uint32_t groups = 0;  // what a conflict-free access would take
  // Of an atomic: its instructions, and, where it is a loop, the loads in it, whose wavefronts are
  // part of `wavefronts`.
  uint32_t atomics = 1, loads = 0, load_wavefronts = 0;
  uint32_t conflicts() const { return wavefronts - groups; }  // never negative
  friend bool operator==(const SharedCost&, const SharedCost&) = default;
};

struct SwapValues;  // swap_loop.hpp

// [bytes] An access costs the same when all its addresses move by so much. A power of two.
inline uint64_t bank_period(const Device& device) {
  return uint64_t{device.banks} * device.bank_bytes * (device.pairs_words ? 2 : 1);
}

// Exact for the current rules (measured on an H200, tests/data/README.md). mask must not be 0.
// `values` are looked at only for loops; null: every lane is taken to change what it finds.
SharedCost shared_cost(const Device& device, SharedOp op, uint32_t bytes_per_lane, uint32_t mask,
                       const Addresses& addresses, const SwapValues* values = nullptr);

// One bank's work in one wavefront: a word and the lanes it serves.
struct BankService {
  uint32_t bank = 0;
  uint64_t word = 0;   // address / device.bank_bytes
  uint32_t lanes = 0;  // more than one bit: broadcast or multicast
};
// The access as a picture: wavefronts in an illustrative order; their number equals
// shared_cost().wavefronts.
struct BankSchedule {
  SharedCost cost;
  std::vector<std::vector<BankService>> wavefronts;
  std::array<uint32_t, kWarpSize> first_wavefront{};  // of each active lane, from 0
};
BankSchedule bank_schedule(const Device& device, SharedOp op, uint32_t bytes_per_lane,
                           uint32_t mask, const Addresses& addresses,
                           const SwapValues* values = nullptr);

}  // namespace warplens::model
