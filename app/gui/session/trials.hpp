// What is tried beside the launches shown: other schedules, their text with an edit, other
// layouts, and a count of fetches.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/compiled_kernel.hpp"
#include "app/gui/scene/differences.hpp"
#include "app/gui/scene/divergence_scene.hpp"
#include "app/gui/scene/heat.hpp"
#include "app/gui/scene/hiding_scene.hpp"
#include "app/gui/session/trial_desk.hpp"
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
using DivergenceTrial = Trial<scene::DivergenceScene>;
using HidingTrial = Trial<scene::HidingScene>;
// Of a program's arrays that are shown element by element; nothing where one is not shown.
struct ProgramSummaries {
  std::optional<study::ArraySummary> left, right;
};
using SummaryTrial = Trial<ProgramSummaries>;
using CompiledDesk = TrialDesk<compare::CompiledKernel>;
// Of the kernel shown, by a GPU's compiler; nothing of it is set where nothing was asked.
struct CompiledTrial {
  bool is_running = false;
  std::shared_ptr<const compare::CompiledKernel> kernel;  // null until it is there
  std::string problem;                                    // why there is none
  friend bool operator==(const CompiledTrial&, const CompiledTrial&) = default;
};

// `request`: of the launches shown. `launch`: which of them is looked at, by its index.
TrialDesk<whatif::ScheduleResults>::Work other_schedules(prepare::Request request, uint32_t launch);
TrialDesk<whatif::EditResults>::Work with_edit(prepare::Request request, uint32_t launch,
                                               edit::Edit edit);
// How often elements are fetched.
TrialDesk<HeatScenes>::Work with_fetches(prepare::Request request);

// Its requests of global memory.
TrialDesk<MemoryLaunches>::Work with_stream(prepare::Request request);
// One of those launches in the model of DRAM.
TrialDesk<study::DramFacts>::Work as_dram(std::shared_ptr<const MemoryLaunches> launches,
                                          size_t launch, study::DramTry options);

// Layouts of its shared arrays without conflicts.
TrialDesk<fix::Fixes>::Work with_other_layouts(prepare::Request request);

// Of the kept run and the one shown.
TrialDesk<scene::Differences>::Work differences_between(std::shared_ptr<const run::Run> left,
                                                        std::shared_ptr<const run::Run> right);

// Which lanes of the recorded block execute.
TrialDesk<scene::DivergenceScene>::Work with_masks(std::shared_ptr<const run::Run> run);

// How warps of the recorded block hide latency. `before`: of the same run, whose results are taken
// as far as they hold for `tried`; may be null.
TrialDesk<scene::HidingScene>::Work with_hiding(std::shared_ptr<const run::Run> run,
                                                std::shared_ptr<const scene::HidingScene> before,
                                                scene::HidingTry tried);

// What all elements of a program's arrays are together at a step.
TrialDesk<ProgramSummaries>::Work with_summaries(
    std::shared_ptr<const prepare::ReachedProgram> program, size_t step, study::ArrayPair arrays);

// The kernel of `run`, which `request` gave, as a GPU's compiler translates it.
CompiledDesk::Work with_compiler(prepare::Request request, std::shared_ptr<const run::Run> run,
                                 std::vector<std::string> command);

// What the launches of its text ask of a device.
TrialDesk<prepare::TextLaunches>::Work with_text_launches(prepare::Request request);

// The step of the recording shown at which the text as written gets what the edited one first does
// not; none: the results are of another block or schedule.
std::optional<uint32_t> step_of(const whatif::EditResults& results, const run::Run& shown);

}  // namespace warplens::gui
