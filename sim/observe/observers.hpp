// The observers of a run (observers.def), made of what is wanted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/observe/checks.hpp"
#include "sim/observe/observed.hpp"
#include "sim/observe/print_log.hpp"
#include "sim/observe/streams/stream_keeper.hpp"
#include "sim/observe/totals/totals_accumulator.hpp"
#include "sim/observe/wanted.hpp"
#include "sim/trace/fan_out.hpp"

namespace warplens::observe {

// The totals of a grid on the run's device, and on others that count otherwise.

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

class Observers {
 public:
  explicit Observers(const Wanted& of);

  trace::Observer& all() { return all_; }
  // Adds what they found so far; what the extra ones found, when the grid `has_ended`: once.
  void put(Observed& to, bool has_ended);

#define WL_OBSERVER(name, Class) Class name;
#define WL_EXTRA_OBSERVER(name, Class, Result, made_of) std::optional<Class> name;
#include "sim/observe/observers.def"

 private:
  trace::FanOut all_;
};

}  // namespace warplens::observe
