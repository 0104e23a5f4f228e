// What `run` looks at beside the run itself: other schedules, the text with an edit, masks, how
// warps hide latency.
#pragma once

#include <optional>
#include <vector>

#include "app/cli/hiding_report.hpp"
#include "app/cli/occupancy_report.hpp"
#include "sim/engine/follow_divergence.hpp"
#include "sim/engine/schedules.hpp"
#include "sim/engine/try_edit.hpp"

namespace warplens::cli {

struct CommandLine;
struct Surroundings;

struct Trials {
  std::optional<engine::ScheduleResults> schedules;
  std::optional<engine::EditResults> edit;
  std::vector<base::Checked<engine::Divergence>> divergence;  // one a launch; empty: not wanted
  // Of those launches' kernels; parallel to `divergence`.
  std::vector<CompiledResult> compiled;
  std::optional<HidingResults> hiding;     // of the last launch
  std::vector<OccupancyResult> occupancy;  // one a launch; empty: not wanted
};

// `request` gave `runs`. An error: no edit is possible in the line given, or the edited text can't
// run.
base::Checked<Trials> make_trials(const CommandLine& line, const engine::Request& request,
                                  const engine::Runs& runs, const Surroundings& surroundings);

}  // namespace warplens::cli
