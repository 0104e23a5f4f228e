#include "app/gui/session/trials.hpp"

#include <utility>

#include "sim/base/say.hpp"
#include "sim/prepare/prepare.hpp"

namespace warplens::gui {

namespace {

// The request as a job of its own executes it.
prepare::Request alone(prepare::Request given, const std::atomic<bool>& cancelled) {
  prepare::Request request = whatif::beside(std::move(given));
  request.keeps_contents = false;
  request.store = std::make_shared<prepare::RunStore>();
  request.cancelled = &cancelled;
  return request;
}

}  // namespace

TrialDesk<whatif::ScheduleResults>::Work other_schedules(prepare::Request request,
                                                         uint32_t launch) {
  return [request = prepare::up_to_launch(std::move(request), launch)](
             const std::atomic<bool>& cancelled) -> base::Checked<whatif::ScheduleResults> {
    prepare::Request own = alone(request, cancelled);
    own.record = false;
    const base::Checked<run::Runs> runs = run::run_sequence(own);
    if (!runs) return base::fail(runs.error());
    return whatif::try_schedules(own, *runs, kTriedSchedules);
  };
}

TrialDesk<whatif::EditResults>::Work with_edit(prepare::Request request, uint32_t launch,
                                               edit::Edit edit) {
  return [request = std::move(request), launch,
          edit = std::move(edit)](const std::atomic<bool>& cancelled) {
    prepare::Request own = alone(request, cancelled);
    own.keeps_contents = true;  // either run may be stepped through afterwards
    return whatif::try_edit(std::move(own), edit, launch);
  };
}

TrialDesk<HeatScenes>::Work with_fetches(prepare::Request request) {
  return [request =
              std::move(request)](const std::atomic<bool>& cancelled) -> base::Checked<HeatScenes> {
    prepare::Request own = alone(request, cancelled);
    own.record = false;
    own.launch.checks = launch::kNoChecks;
    own.extra.fetches = true;
    const base::Checked<run::Runs> runs = run::run_sequence(std::move(own));
    if (!runs) return base::fail(runs.error());
    HeatScenes scenes;
    for (const std::shared_ptr<const run::Run>& run : *runs) {
      scenes.push_back(run->fetches == nullptr
                           ? nullptr
                           : std::make_shared<const scene::HeatScene>(scene::heat_of(*run)));
    }
    return scenes;
  };
}

TrialDesk<MemoryLaunches>::Work with_stream(prepare::Request request) {
  return [request = std::move(request)](
             const std::atomic<bool>& cancelled) -> base::Checked<MemoryLaunches> {
    prepare::Request own = alone(request, cancelled);
    own.record = false;
    own.launch.checks = launch::kNoChecks;
    own.extra.stream = true;
    const base::Checked<run::Runs> runs = run::run_sequence(std::move(own));
    if (!runs) return base::fail(runs.error());
    MemoryLaunches launches;
    for (const std::shared_ptr<const run::Run>& run : *runs)
      launches.push_back({study::memory_facts(*run), run->stream});
    return launches;
  };
}

TrialDesk<study::DramFacts>::Work as_dram(std::shared_ptr<const MemoryLaunches> launches,
                                          size_t launch, study::DramTry options) {
  return [launches = std::move(launches), launch,
          options](const std::atomic<bool>&) -> base::Checked<study::DramFacts> {
    const MemoryLaunch& one = (*launches)[launch];
    return study::dram_facts(one.facts, one.stream == nullptr ? model::MemoryStream() : *one.stream,
                             options);
  };
}

TrialDesk<fix::Fixes>::Work with_other_layouts(prepare::Request request) {
  return [request = std::move(request)](const std::atomic<bool>& cancelled) {
    return fix::find_fixes(alone(request, cancelled));
  };
}

TrialDesk<prepare::TextLaunches>::Work with_text_launches(prepare::Request request) {
  return [request = std::move(request)](const std::atomic<bool>& cancelled) {
    prepare::Request own = request;
    own.cancelled = &cancelled;
    return prepare::launches_of_text(own, true);
  };
}

TrialDesk<scene::Differences>::Work differences_between(std::shared_ptr<const run::Run> left,
                                                        std::shared_ptr<const run::Run> right) {
  return [left = std::move(left), right = std::move(right)](
             const std::atomic<bool>& cancelled) -> base::Checked<scene::Differences> {
    return scene::differences_of(*left, *right, cancelled);
  };
}

TrialDesk<ProgramSummaries>::Work with_summaries(
    std::shared_ptr<const prepare::ReachedProgram> program, size_t step, study::ArrayPair arrays) {
  return [program, step,
          arrays](const std::atomic<bool>& cancelled) -> base::Checked<ProgramSummaries> {
    const auto summary_at = [&](std::optional<uint32_t> array) {
      return array ? std::optional(
                         study::summary_of(study::ArrayState(*program, *array, step), cancelled))
                   : std::nullopt;
    };
    return ProgramSummaries{summary_at(arrays.left), summary_at(arrays.right)};
  };
}

TrialDesk<scene::DivergenceScene>::Work with_masks(std::shared_ptr<const run::Run> run) {
  return [run = std::move(run)](
             const std::atomic<bool>& cancelled) -> base::Checked<scene::DivergenceScene> {
    const base::Checked<whatif::Divergence> followed = whatif::follow_divergence(*run, &cancelled);
    if (!followed) return base::fail(followed.error());
    return scene::divergence_scene(*run, *followed);
  };
}

TrialDesk<scene::HidingScene>::Work with_hiding(std::shared_ptr<const run::Run> run,
                                                std::shared_ptr<const scene::HidingScene> before,
                                                scene::HidingTry tried) {
  return [run = std::move(run), before = std::move(before),
          tried](const std::atomic<bool>&) -> base::Checked<scene::HidingScene> {
    const auto refuse = [](std::string why) {
      return base::fail(base::Diagnostics{base::placeless(std::move(why))});
    };
    if (run->turns)
      return refuse(
          say("This launch ran by turns, and a block of it is not executed again alone: what its "
              "warps wait for is not shown."));
    if (run->recording == nullptr || run->costs == nullptr || run->memory_before_block == nullptr)
      return refuse(say("The run has not reached the chosen block: its warps are not known."));
    if (run->memory_before_block->get() == nullptr)
      return refuse(say("The arrays of this launch are no longer kept: run it again."));
    if (before == nullptr) return scene::hiding_scene(*run, nullptr, tried);
    const bool is_only_strip = scene::without_strip(before->tried) == scene::without_strip(tried);
    return is_only_strip ? scene::with_strip(*before, tried)
                         : scene::hiding_scene(*run, before->facts.streams, tried);
  };
}

CompiledDesk::Work with_compiler(prepare::Request request, std::shared_ptr<const run::Run> run,
                                 std::vector<std::string> command) {
  return [request = std::move(request), run = std::move(run), command = std::move(command)](
             const std::atomic<bool>& cancelled) -> base::Checked<compare::CompiledKernel> {
    base::Result<compare::CompiledKernel, std::string> kernel =
        compare::compile_kernel(alone(request, cancelled), *run, command, &cancelled);
    if (!kernel) return base::fail(base::Diagnostics{base::placeless(kernel.error())});
    return std::move(*kernel);
  };
}

std::optional<uint32_t> step_of(const whatif::EditResults& results, const run::Run& shown) {
  const run::Run& before = *results.before.back();
  if (!results.first_moment || shown.recording == nullptr || before.recording == nullptr)
    return std::nullopt;
  const bool is_same = shown.recording->block == before.recording->block &&
                       shown.recording->size() == before.recording->size() &&
                       shown.request.launch.schedule == before.request.launch.schedule;
  return is_same ? std::optional(results.first_moment->expected_step) : std::nullopt;
}

}  // namespace warplens::gui
