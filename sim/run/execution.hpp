// Executes one bound launch, with the totals and the recorder watching.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "sim/machine/block.hpp"
#include "sim/machine/grid.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/run/run.hpp"

namespace warplens::run {

// What remains of the limits of a sequence of launches.
struct Allowance {
  uint64_t steps = 0;
  uint64_t set_up = 0;
  uint64_t work = 0;  // [weighted steps]
  uint64_t record_bytes = 0;
  uint64_t starts_bytes = 0;
};
Allowance allowance_of(const prepare::Request& request);  // of all its launches

struct ExecutionOptions {
  bool pins_memory = true;  // memory_before_block, where this launch is the one shown
  // As Request::so_far, of this launch. May be empty.
  std::function<void(const std::function<std::shared_ptr<const Run>()>& make)> so_far;
};

// Blocks that take turns.
struct TurnsWanted {
  launch::Schedule schedule;  // `resident` is at least 1
  bool was_needed = false;
  std::vector<bool> is_delayed;  // machine::Scheduling
};

// What decides whether the launch is executed again.
struct Outcome {
  machine::StopReason reason = machine::StopReason::kDone;
  std::vector<machine::StuckThreads> stuck;  // who could not go on
  std::vector<bool> earlier_sites;           // observe::Checks
};

// The arrays of a launch.
observe::MemoryLayout layout_of(const machine::GridContext& context,
                                const machine::GlobalMemory& memory);

// One execution of the launch, by turns where `turns` is given.
Outcome execute_once(Run& run, prepare::BoundLaunch& bound, const ExecutionOptions& options,
                     Allowance& allowance, const TurnsWanted* turns);

// Executes the launch on bound.memory and fills in the run's results except memory_after. The
// request has a store. Reduces the allowance. A launch that can't end in order is executed again,
// by turns, and by independent lanes where the device has them.
void execute(Run& run, prepare::BoundLaunch& bound, const ExecutionOptions& options,
             Allowance& allowance);

}  // namespace warplens::run
