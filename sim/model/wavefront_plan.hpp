// A shared-memory access told wavefront by wavefront: which group of lanes it belongs to, which
// lanes it serves and which words it moves. Says why a wide access takes several wavefronts without
// a conflict: each group of lanes leaves in one of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/model/bank_rule.hpp"
#include "sim/model/bank_schedule.hpp"

namespace warplens::model {

struct PlannedWavefront {
  uint32_t group = 0;  // index into LaneGroups::masks
  // From 0 within its group; every one but the first is a conflict. Of a compare-and-swap, two
  // wavefronts are one; of a loop, the first are those that it needs without conflicts.
  uint32_t pass = 0;
  uint32_t lanes = 0;                      // that get or give at least one word in it
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
