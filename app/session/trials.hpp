// What is tried beside the launches shown: other schedules, their text with an edit, other
// layouts, and a count of fetches.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/compiled_kernel.hpp"
#include "app/scene/heat.hpp"
#include "app/scene/pages/differences.hpp"
#include "app/session/derived.hpp"
#include "app/study/dram.hpp"
#include "app/study/memory.hpp"
#include "app/study/program.hpp"
#include "sim/prepare/launch_needs.hpp"
#include "sim/whatif/fix/find_fixes.hpp"
#include "sim/whatif/schedules.hpp"
#include "sim/whatif/try_edit.hpp"

namespace warplens::gui {

inline constexpr uint32_t kTriedSchedules = 20;

using ScheduleTrial = Trial<whatif::ScheduleResults>;
using EditTrial = Trial<whatif::EditResults>;

// By launch; null where blocks took turns, so that nothing was counted.
using HeatScenes = std::vector<std::shared_ptr<const scene::HeatScene>>;
using HeatTrial = Trial<HeatScenes>;
// A launch's requests of global memory, and what models make of them.
struct MemoryLaunch {
  study::MemoryFacts facts;
  std::shared_ptr<const model::MemoryStream> stream;  // null where there are none
};
using MemoryLaunches = std::vector<MemoryLaunch>;
using MemoryTrial = Trial<MemoryLaunches>;
using DramTrial = Trial<study::DramFacts>;
using FixTrial = Trial<fix::Fixes>;
using DifferencesTrial = Trial<scene::Differences>;
// Of a program's arrays that are shown element by element; nothing where one is not shown.
struct ProgramSummaries {
  std::optional<study::ArraySummary> left, right;
};
using SummaryTrial = Trial<ProgramSummaries>;

// `request`: of the launches shown. `launch`: which of them is looked at, by its index.
SlicedWork<whatif::ScheduleResults> other_schedules(prepare::Request request, uint32_t launch);
SlicedWork<whatif::EditResults> with_edit(prepare::Request request, uint32_t launch,
                                          edit::Edit edit);
// How often elements are fetched.
SlicedWork<HeatScenes> with_fetches(prepare::Request request);

// Its requests of global memory.
SlicedWork<MemoryLaunches> with_stream(prepare::Request request);
// One of those launches in the model of DRAM.
SlicedWork<study::DramFacts> as_dram(std::shared_ptr<const MemoryLaunches> launches, size_t launch,
                                     study::DramTry options);

// The run of a request, with its request: beside the run shown, which may be stepped through.
struct RunOfText {
  std::shared_ptr<const run::Run> run;
  prepare::Request request;
};
SlicedWork<RunOfText> with_text(prepare::Request request);

// Layouts of its shared arrays without conflicts.
SlicedWork<fix::Fixes> with_other_layouts(prepare::Request request);

// Of the kept run and the one shown.
SlicedWork<scene::Differences> differences_between(std::shared_ptr<const run::Run> left,
                                                   std::shared_ptr<const run::Run> right);

// What all elements of a program's arrays are together at a step.
SlicedWork<ProgramSummaries> with_summaries(std::shared_ptr<const prepare::ReachedProgram> program,
                                            size_t step, study::ArrayPair arrays);

// The kernel of `run`, which `request` gave, as a GPU's compiler translates it.
SlicedWork<compare::CompiledKernel> with_compiler(prepare::Request request,
                                                  std::shared_ptr<const run::Run> run,
                                                  std::vector<std::string> command);

// What the launches of its text ask of a device.
SlicedWork<prepare::TextLaunches> with_text_launches(prepare::Request request);

// The step of the recording shown at which the text as written gets what the edited one first does
// not; none: the results are of another block or schedule.
std::optional<uint32_t> step_of(const whatif::EditResults& results, const run::Run& shown);

}  // namespace warplens::gui
