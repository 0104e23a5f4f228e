// The schedule lists its wavefronts group by group, so that a wavefront's group is that of any lane
// it serves.
#include "sim/model/bank_schedule.hpp"

#include <algorithm>

#include "sim/base/assert.hpp"

namespace warplens::model {

WavefrontPlan wavefront_plan(const Device& device, SharedOp op, uint32_t bytes_per_lane,
                             uint32_t mask, const Addresses& addresses,
                             const BankSchedule& schedule) {
  // Wavefronts of a group without conflicts.
  const uint32_t needed = is_loop(op)                    ? schedule.cost.ideal_wavefronts
                          : op == SharedOp::kCompareSwap ? 2
                                                         : 1;
  WavefrontPlan plan;
  uint32_t in_group = 0;
  plan.groups = lane_groups(device, op, bytes_per_lane, mask, addresses);
  for (const std::vector<BankService>& services : schedule.wavefronts) {
    WL_ASSERT(!services.empty(), "a wavefront moves a word");
    PlannedWavefront wavefront;
    wavefront.words = static_cast<uint32_t>(services.size());
    wavefront.first_word = ~uint64_t{0};
    for (const BankService& service : services) {
      wavefront.lanes |= service.lanes;
      wavefront.first_word = std::min(wavefront.first_word, service.word);
      wavefront.last_word = std::max(wavefront.last_word, service.word);
    }
    while ((plan.groups.masks[wavefront.group] & wavefront.lanes) == 0) ++wavefront.group;
    const bool is_next =
        !plan.wavefronts.empty() && plan.wavefronts.back().group == wavefront.group;
    in_group = is_next ? in_group + 1 : 0;
    wavefront.pass = is_loop(op) ? in_group - std::min(in_group, needed - 1) : in_group / needed;
    plan.wavefronts.push_back(wavefront);
  }
  return plan;
}

}  // namespace warplens::model
