#include "sim/observe/totals/step_cost.hpp"

#include "sim/model/constant.hpp"
#include "sim/observe/totals/shared_op.hpp"

namespace warplens::observe {

trace::StepCost cost_of(const trace::Access& access, const code::AccessSite& site,
                        const model::Device& device) {
  switch (access.space) {
    case trace::Space::kShared:
      return step_cost(shared_cost(device, site, access));
    case trace::Space::kConstant:
      return step_cost(model::constant_broadcasts(access.bytes, access.mask, access.addresses));
    case trace::Space::kGlobal:
      break;
  }
  return step_cost(model::global_cost(access.bytes, access.mask, access.addresses));
}

trace::StepCosts step_costs(const trace::Recording& recording, const code::Program& program,
                            const model::Device& device) {
  trace::StepCosts costs;
  costs.reserve(recording.size());
  for (uint32_t step = 0; step < recording.size(); ++step) {
    const trace::Access access = recording.at(step);
    costs.push_back(cost_of(access, program.sites[access.site], device));
  }
  return costs;
}

}  // namespace warplens::observe
