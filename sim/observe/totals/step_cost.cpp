#include "sim/observe/totals/step_cost.hpp"

#include <optional>

#include "sim/observe/totals/copy_cost.hpp"
#include "sim/observe/totals/shared_op.hpp"
#include "sim/observe/totals/side_cost.hpp"

namespace warplens::observe {

trace::StepCost cost_of(const trace::Access& access, const code::AccessSite& site,
                        const model::Device& device) {
  if (access.operation == trace::Operation::kCopy) return copy_cost(site, sides_of(access)).step;
  const model::AtomicRule rule = shared_rule(site);
  const std::optional<model::CasValues> values = cas_values(rule, &access.values, &access.results);
  return cost_of(device, access, rule.op, values ? &*values : nullptr).step;
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
