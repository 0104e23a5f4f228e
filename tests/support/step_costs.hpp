// The costs of a recording's steps, worked out from the accesses that it keeps: what a run's own
// have to be equal to, and what recordings made by hand are given.
#pragma once

#include "sim/analysis/shared_op.hpp"
#include "sim/analysis/step_cost.hpp"
#include "sim/code/program.hpp"
#include "sim/model/constant.hpp"
#include "sim/model/device.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::tests {

inline trace::StepCost cost_of(const trace::Access& access, const code::AccessSite& site,
                               const model::Device& device) {
  switch (access.space) {
    case trace::Space::kShared:
      return analysis::step_cost(analysis::shared_cost(device, site, access));
    case trace::Space::kConstant:
      return analysis::step_cost(
          model::constant_broadcasts(access.bytes, access.mask, access.addresses));
    case trace::Space::kGlobal:
      break;
  }
  return analysis::step_cost(model::global_cost(access.bytes, access.mask, access.addresses));
}

inline trace::StepCosts step_costs(const trace::Recording& recording, const code::Program& program,
                                   const model::Device& device) {
  trace::StepCosts costs;
  costs.reserve(recording.size());
  for (uint32_t step = 0; step < recording.size(); ++step) {
    const trace::Access access = recording.at(step);
    costs.push_back(cost_of(access, program.sites[access.site], device));
  }
  return costs;
}

}  // namespace warplens::tests
