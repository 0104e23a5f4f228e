#include "sim/observe/observers.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warplens::observe {

DeviceTotals::DeviceTotals(const Wanted& of) : other_devices_(of.other_devices) {
  const trace::BlockId& block = of.scope.block;
  const auto add_one = [&](const model::Device& device) {
    accumulators_.push_back(std::make_unique<TotalsAccumulator>(
        of.program, of.layout, std::array<uint32_t, 3>{block.x, block.y, block.z}, device,
        of.checks.races, of.most_work));
    add(*accumulators_.back());
  };
  add_one(of.device);
  for (const model::Device& device : other_devices_) add_one(device);
}

uint64_t DeviceTotals::work() const {
  uint64_t most = 0;
  for (const auto& one : accumulators_) most = std::max(most, one->work());
  return most;
}

void DeviceTotals::put(Observed& to) const {
  Summary own = accumulators_.front()->finish();
  to.totals = own.totals;
  to.accesses = std::move(own.accesses);
  to.other_findings = own.findings;
  to.findings = std::move(own.findings);
  to.other_counts.clear();
  for (size_t i = 1; i < accumulators_.size(); ++i) {
    Summary other = accumulators_[i]->finish();
    to.other_counts.push_back({other_devices_[i - 1], other.totals, std::move(other.accesses), {}});
  }
}

}  // namespace warplens::observe
