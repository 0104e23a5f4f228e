// What `run` looks at beside the run itself: other schedules, the text with an edit, masks, how
// warps hide latency.
#pragma once

#include <optional>
#include <vector>

#include "app/cli/kernel_choice.hpp"
#include "app/cli/program_survey.hpp"
#include "app/study/dram.hpp"
#include "app/study/section.hpp"

namespace warplens::cli {

struct CommandLine;
struct Surroundings;

// What models make of a run's requests of global memory, of every launch on every device.
struct MemoryReports {
  bool caches = false, roofline = false;
  std::optional<study::DramTry> dram;
  bool are_any() const { return caches || roofline || dram; }
};
// Of a run with ExtraObservers::stream where any is wanted; those that are, in order.
std::vector<study::Section> memory_sections(const run::Run& run, const MemoryReports& wanted);

struct Trials {
  std::optional<study::ProgramSummary> program;  // whose launch it is
  std::optional<KernelChoice> choice;            // whose kernel it is
  MemoryReports memory;
  std::optional<study::Section> schedules, edit;
  std::vector<study::Section> divergence, occupancy;  // one a launch; empty: not wanted
  std::optional<study::Section> hiding;               // of the last launch
};

// `request` gave `runs`. An error: no edit is possible in the line given, or the edited text can't
// run.
base::Checked<Trials> make_trials(const CommandLine& line, const prepare::Request& request,
                                  const run::Runs& runs, const Surroundings& surroundings);

}  // namespace warplens::cli
