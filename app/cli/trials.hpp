// What `run` looks at beside the run itself: other schedules, the text with an edit, masks, how
// warps hide latency.
#pragma once

#include <optional>
#include <vector>

#include "app/cli/dram_report.hpp"
#include "app/cli/hiding_report.hpp"
#include "app/cli/kernel_choice.hpp"
#include "app/cli/occupancy_report.hpp"
#include "app/cli/program_report.hpp"
#include "sim/whatif/follow_divergence.hpp"
#include "sim/whatif/schedules.hpp"
#include "sim/whatif/try_edit.hpp"

namespace warplens::cli {

struct CommandLine;
struct Surroundings;

// What models make of a run's requests of global memory, of every launch on every device.
struct MemoryReports {
  bool caches = false, roofline = false;
  std::optional<DramLine> dram;
  bool are_any() const { return caches || roofline || dram; }
};

struct Trials {
  std::optional<ProgramSummary> program;  // whose launch it is
  std::optional<KernelChoice> choice;     // whose kernel it is
  MemoryReports memory;
  std::optional<whatif::ScheduleResults> schedules;
  std::optional<whatif::EditResults> edit;
  std::vector<base::Checked<whatif::Divergence>> divergence;  // one a launch; empty: not wanted
  // Of those launches' kernels; parallel to `divergence`.
  std::vector<CompiledResult> compiled;
  std::optional<HidingResults> hiding;     // of the last launch
  std::vector<OccupancyResult> occupancy;  // one a launch; empty: not wanted
};

// `request` gave `runs`. An error: no edit is possible in the line given, or the edited text can't
// run.
base::Checked<Trials> make_trials(const CommandLine& line, const prepare::Request& request,
                                  const run::Runs& runs, const Surroundings& surroundings);

}  // namespace warplens::cli
