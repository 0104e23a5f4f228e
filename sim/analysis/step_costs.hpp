// What the models say of a recorded block's accesses on a device, a cost a step. A run keeps what
// its totals count (TotalsAccumulator::latest_cost); for another device, or for a recording alone,
// the same is worked out from what the recording keeps.
#pragma once

#include "sim/code/program.hpp"
#include "sim/model/banks.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/model/device.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::analysis {

inline trace::StepCost step_cost(const model::SharedCost& cost) {
  return {static_cast<uint16_t>(cost.wavefronts), static_cast<uint16_t>(cost.groups), 0};
}
inline trace::StepCost step_cost(const model::GlobalCost& cost) {
  return {static_cast<uint16_t>(cost.sectors), static_cast<uint16_t>(cost.sectors_needed()),
          static_cast<uint16_t>(cost.lines)};
}
// Of a request to constant memory.
inline trace::StepCost step_cost(uint32_t broadcasts) {
  return {static_cast<uint16_t>(broadcasts), 1, 0};
}

// `program` is the one whose block was recorded.
trace::StepCosts step_costs(const trace::Recording& recording, const code::Program& program,
                            const model::Device& device);

}  // namespace warplens::analysis
