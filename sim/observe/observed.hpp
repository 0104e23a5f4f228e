// What the observers of a run found: the part of a run that is about accesses. Each result has its
// observer's header here.
#pragma once

#include <memory>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/memory_stream.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/print_log.hpp"
#include "sim/observe/races/check_stop.hpp"
#include "sim/observe/streams/fetches.hpp"
#include "sim/observe/streams/shared_patterns.hpp"
#include "sim/observe/totals/totals.hpp"

namespace warplens::observe {

// The grid's counts by the rules of a device.
struct DeviceCounts {
  model::Device device;
  Totals totals;
  std::vector<AccessRow> accesses;
  std::vector<Finding> advice;  // as Run::advice
};

struct Observed {
  Totals totals;
  std::vector<AccessRow> accesses;         // in order of line, column, space, op
  std::vector<DeviceCounts> other_counts;  // on devices with other banks, as far as they are known
  std::vector<Finding> findings;           // in order of place
  // The same where the lanes of a warp run in step, or, on a device on which they do, where they do
  // not (model::Device::runs_in_lockstep).
  std::vector<Finding> other_findings;
  std::vector<CheckStop> check_stops;  // from where on races were not looked for; empty: nowhere
  Prints prints;                       // what printf wrote
  // Null where they were not requested, and of blocks that took turns.
#define WL_EXTRA_OBSERVER(name, Class, Result, made_of) std::shared_ptr<const Result> name;
#include "sim/observe/observers.def"
};

}  // namespace warplens::observe
