// The models' cost of an access, as a run keeps it for each recorded step.
#pragma once

#include "sim/code/program.hpp"
#include "sim/model/device.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::observe {

// Of a recorded access at `site`.
trace::StepCost cost_of(const trace::Access& access, const code::AccessSite& site,
                        const model::Device& device);

// Of every step of a recording, on any device: what a run on that device keeps (Run::costs).
trace::StepCosts step_costs(const trace::Recording& recording, const code::Program& program,
                            const model::Device& device);

}  // namespace warplens::observe
