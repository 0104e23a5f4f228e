// The number of wavefronts is exact; their order within a group of lanes is an illustration (each
// bank takes its words in the order of their lowest lane), because the hardware's is not public.
#include "sim/model/bank_schedule.hpp"

#include <algorithm>
#include <bit>

#include "sim/base/assert.hpp"
#include "sim/model/bank_rule.hpp"
#include "sim/model/cas_loop.hpp"
#include "sim/model/shared_cost.hpp"

namespace warplens::model {
namespace {

using Wavefronts = std::vector<std::vector<BankService>>;

// Adds a lane's request to wavefront `at`; lanes with the same word in the same wavefront share a
// service.
void serve(const Device& device, Wavefronts& wavefronts, size_t at, uint64_t unit, uint32_t lane) {
  if (wavefronts.size() <= at) wavefronts.resize(at + 1);
  const uint32_t bank = bank_of(device, unit);
  const uint64_t word = unit * unit_bytes(device) / device.bank_bytes;
  for (BankService& service : wavefronts[at]) {
    if (service.bank != bank) continue;
    service.lanes |= 1u << lane;
    return;
  }
  wavefronts[at].push_back({bank, word, 1u << lane});
}

// Every bank serves its distinct units (atomics: its lanes), one in `passes` wavefronts.
void schedule_group(const Device& device, bool by_lane, const std::vector<PendingUnit>& pending,
                    size_t passes, Wavefronts& wavefronts) {
  const size_t begin = wavefronts.size();
  std::array<std::vector<uint64_t>, 64> queues;  // of a bank: the units that were requested of it
  for (const PendingUnit& request : pending) {
    std::vector<uint64_t>& queue = queues[bank_of(device, request.unit)];
    auto found = by_lane ? queue.end() : std::find(queue.begin(), queue.end(), request.unit);
    if (found == queue.end()) found = queue.insert(queue.end(), request.unit);
    const size_t position = static_cast<size_t>(found - queue.begin());
    for (size_t pass = 0; pass < passes; ++pass) {
      serve(device, wavefronts, begin + position * passes + pass, request.unit, request.lane);
    }
  }
}

void schedule_groups(const Device& device, SharedOp op, uint32_t bytes, const LaneGroups& groups,
                     const Addresses& addresses, Wavefronts& wavefronts) {
  for (uint32_t i = 0; i < groups.count; ++i) {
    std::vector<PendingUnit> pending = pending_units(device, bytes, groups.masks[i], addresses);
    if (device.broadcast == Broadcast::kOneWord && !is_atomic(op)) {
      const size_t begin = wavefronts.size();
      serve_in_passes(device, pending);
      for (const PendingUnit& request : pending) {
        serve(device, wavefronts, begin + request.pass, request.unit, request.lane);
      }
    } else {
      const size_t passes = op == SharedOp::kCompareSwap ? 2 : 1;
      schedule_group(device, is_atomic(op), pending, passes, wavefronts);
    }
  }
}

// Round by round: the loads of all remaining lanes, then the swaps of those that the banks let
// swap.
void schedule_loop(const Device& device, uint32_t bytes, uint32_t mask, const Addresses& addresses,
                   const CasValues* values, Wavefronts& wavefronts) {
  for (const CasRound& round : cas_rounds(device, bytes, mask, addresses, values)) {
    const LaneGroups loads = lane_groups(device, SharedOp::kLoad, bytes, round.lanes, addresses);
    schedule_groups(device, SharedOp::kLoad, bytes, loads, addresses, wavefronts);
    LaneGroups swaps = round.groups;
    swaps.masks = round.attempts;
    schedule_groups(device, SharedOp::kCompareSwap, bytes, swaps, addresses, wavefronts);
  }
}

}  // namespace

BankSchedule bank_schedule(const Device& device, SharedOp op, uint32_t bytes_per_lane,
                           uint32_t mask, const Addresses& addresses, const CasValues* values) {
  BankSchedule schedule;
  schedule.cost = shared_cost(device, op, bytes_per_lane, mask, addresses, values);
  if (op != SharedOp::kCasLoop) {
    const SharedOp first = is_loop(op) ? SharedOp::kAtomic : op;
    schedule_groups(device, first, bytes_per_lane,
                    lane_groups(device, first, bytes_per_lane, mask, addresses), addresses,
                    schedule.wavefronts);
  }
  if (is_loop(op))
    schedule_loop(device, bytes_per_lane, mask, addresses, values, schedule.wavefronts);
  WL_ASSERT(schedule.wavefronts.size() == schedule.cost.wavefronts, "the picture shows the count");
  for (size_t i = schedule.wavefronts.size(); i-- > 0;) {
    std::vector<BankService>& services = schedule.wavefronts[i];
    std::sort(services.begin(), services.end(),
              [](const BankService& a, const BankService& b) { return a.bank < b.bank; });
    for (const BankService& service : services) {
      for (uint32_t rest = service.lanes; rest != 0; rest &= rest - 1) {
        schedule.first_wavefront[static_cast<size_t>(std::countr_zero(rest))] =
            static_cast<uint32_t>(i);
      }
    }
  }
  return schedule;
}

}  // namespace warplens::model
