// The models' cost of an access, as a run keeps it for each recorded step.
#pragma once

#include "sim/code/program.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/model/device.hpp"
#include "sim/model/shared_cost.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::observe {

inline trace::StepCost step_cost(const model::SharedCost& cost) {
  return {static_cast<uint16_t>(cost.wavefronts), static_cast<uint16_t>(cost.ideal_wavefronts), 0};
}
inline trace::StepCost step_cost(const model::GlobalCost& cost) {
  return {static_cast<uint16_t>(cost.sectors), static_cast<uint16_t>(cost.ideal_sectors()),
          static_cast<uint16_t>(cost.lines)};
}
// Of a request to constant memory.
inline trace::StepCost step_cost(uint32_t broadcasts) {
  return {static_cast<uint16_t>(broadcasts), 1, 0};
}

// Of a recorded access at `site`.
trace::StepCost cost_of(const trace::Access& access, const code::AccessSite& site,
                        const model::Device& device);

// Of every step of a recording, on any device: what a run on that device keeps (Run::costs).
trace::StepCosts step_costs(const trace::Recording& recording, const code::Program& program,
                            const model::Device& device);

}  // namespace warplens::observe
