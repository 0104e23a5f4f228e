// The totals of a grid on the run's device, and on others that count otherwise.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/observe/observed.hpp"
#include "sim/observe/totals/totals_accumulator.hpp"
#include "sim/observe/wanted.hpp"
#include "sim/trace/fan_out.hpp"

namespace warplens::observe {

class DeviceTotals : public trace::FanOut {
 public:
  explicit DeviceTotals(const Wanted& of);

  // What the accesses have cost: the most of any device [weighted steps].
  uint64_t work() const;
  // Of an access of the program, on the run's device.
  trace::StepCost cost_of(const trace::WarpAccess& access) const {
    return accumulators_.front()->cost_of(access);
  }
  // Also the findings of accesses, which do not depend on the device.
  void put(Observed& to) const;

 private:
  std::vector<model::Device> other_devices_;
  std::vector<std::unique_ptr<TotalsAccumulator>> accumulators_;  // the run's device first
};

}  // namespace warplens::observe
