// A shared-memory access as a picture: which bank serves which word to which lanes in which
// wavefront.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/model/bank_rule.hpp"
#include "sim/model/shared_cost.hpp"

namespace warplens::model {

// One bank's work in one wavefront: a word and the lanes it serves.
struct BankService {
  uint32_t bank = 0;
  uint64_t word = 0;   // address / device.bank_bytes
  uint32_t lanes = 0;  // more than one bit: broadcast or multicast
};
// Wavefronts in an illustrative order; their number equals shared_cost().wavefronts.
struct BankSchedule {
  SharedCost cost;
  std::vector<std::vector<BankService>> wavefronts;
  std::array<uint32_t, kWarpSize> first_wavefront{};  // of each active lane, from 0
};
BankSchedule bank_schedule(const Device& device, SharedOp op, uint32_t bytes_per_lane,
                           uint32_t mask, const Addresses& addresses,
                           const CasValues* values = nullptr);

// A shared-memory access wavefront by wavefront: its group of lanes, the lanes that it serves and
// the words that it moves. Shows why a wide access takes several wavefronts without a conflict:
// each group of lanes takes one of its own.

struct PlannedWavefront {
  uint32_t group = 0;  // index into LaneGroups::masks
  // From 0 within its group; each but the first is a conflict. Two wavefronts of a compare-and-swap
  // are one pass; pass 0 of a loop has all wavefronts that it needs without conflicts.
  uint32_t pass = 0;
  uint32_t lanes = 0;                      // that read or write at least one word in it
  uint32_t words = 0;                      // moved: each by a bank of its own
  uint64_t first_word = 0, last_word = 0;  // of them, counted in the banks' width
};

struct WavefrontPlan {
  LaneGroups groups;
  std::vector<PlannedWavefront> wavefronts;  // as in the schedule
};

// Of the schedule that bank_schedule() made for the same access.
WavefrontPlan wavefront_plan(const Device& device, SharedOp op, uint32_t bytes_per_lane,
                             uint32_t mask, const Addresses& addresses,
                             const BankSchedule& schedule);

}  // namespace warplens::model
