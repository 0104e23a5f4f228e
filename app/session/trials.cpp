#include "app/session/trials.hpp"

#include <utility>

#include "sim/prepare/prepare.hpp"
#include "sim/run/sequence_run.hpp"

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

// Executes the request, which `change` may adapt, a slice at a time and without a recording, then
// does what `next` makes of its runs.
template <class Results>
SlicedWork<Results> with_runs(
    prepare::Request given, std::function<void(prepare::Request&)> change,
    std::function<SlicedWork<Results>(const prepare::Request&, run::Runs)> next) {
  struct State {
    prepare::Request request;
    std::unique_ptr<run::SequenceRun> sequence;
    SlicedWork<Results> work;
  };
  return [given = std::move(given), change = std::move(change), next = std::move(next),
          state = std::make_shared<State>()](
             base::Slice& slice) -> std::optional<base::Checked<Results>> {
    if (state->work) return state->work(slice);
    if (state->sequence == nullptr) {
      state->request = alone(given, *slice.cancelled());
      state->request.record = false;
      change(state->request);
      state->sequence = std::make_unique<run::SequenceRun>(state->request);
    }
    if (state->sequence->advance(slice) == base::Progress::kMore) return std::nullopt;
    base::Checked<run::Runs> runs = state->sequence->take();
    if (!runs) return base::Checked<Results>(base::fail(runs.error()));
    state->work = next(state->request, std::move(*runs));
    return state->work(slice);
  };
}

HeatScenes heat_scenes(const run::Runs& runs) {
  HeatScenes scenes;
  for (const std::shared_ptr<const run::Run>& run : runs) {
    scenes.push_back(run->fetches == nullptr
                         ? nullptr
                         : std::make_shared<const scene::HeatScene>(scene::heat_of(*run)));
  }
  return scenes;
}

// One launch after another in the model of the caches.
SlicedWork<MemoryLaunches> memory_launches(run::Runs runs) {
  struct State {
    run::Runs runs;
    std::unique_ptr<study::MemoryFactsOfRun> facts;  // of the next one
    MemoryLaunches launches;
  };
  const auto state = std::make_shared<State>(State{std::move(runs), nullptr, {}});
  return [state](base::Slice& slice) -> std::optional<base::Checked<MemoryLaunches>> {
    while (state->launches.size() < state->runs.size()) {
      const run::Run& run = *state->runs[state->launches.size()];
      if (state->facts == nullptr) state->facts = std::make_unique<study::MemoryFactsOfRun>(run);
      if (state->facts->advance(slice) == base::Progress::kMore) return std::nullopt;
      state->launches.push_back({state->facts->take(), run.stream});
      state->facts.reset();
    }
    return base::Checked<MemoryLaunches>(std::move(state->launches));
  };
}

}  // namespace

SlicedWork<whatif::ScheduleResults> other_schedules(prepare::Request request, uint32_t launch) {
  const auto next = [](const prepare::Request& own,
                       run::Runs runs) -> SlicedWork<whatif::ScheduleResults> {
    const auto trials =
        std::make_shared<whatif::ScheduleTrials>(own, std::move(runs), kTriedSchedules);
    return [trials](base::Slice& slice) {
      return base::advanced<whatif::ScheduleResults>(*trials, slice);
    };
  };
  return with_runs<whatif::ScheduleResults>(
      prepare::up_to_launch(std::move(request), launch), [](prepare::Request&) {}, next);
}

SlicedWork<whatif::EditResults> with_edit(prepare::Request request, uint32_t launch,
                                          edit::Edit edit) {
  return [request = std::move(request), launch, edit = std::move(edit),
          runs = std::make_shared<std::optional<whatif::EditRuns>>()](base::Slice& slice) {
    if (!*runs) {
      prepare::Request own = alone(request, *slice.cancelled());
      own.keeps_contents = true;  // either run may be stepped through afterwards
      runs->emplace(own, edit, launch);
    }
    return base::advanced<whatif::EditResults>(**runs, slice);
  };
}

SlicedWork<RunOfText> with_text(prepare::Request request) {
  return [request = std::move(request),
          sequence = std::make_shared<std::unique_ptr<run::SequenceRun>>()](
             base::Slice& slice) -> std::optional<base::Checked<RunOfText>> {
    if (*sequence == nullptr) {
      prepare::Request own = alone(request, *slice.cancelled());
      own.keeps_contents = true;
      *sequence = std::make_unique<run::SequenceRun>(own);
    }
    if ((*sequence)->advance(slice) == base::Progress::kMore) return std::nullopt;
    const base::Checked<run::Runs> runs = (*sequence)->take();
    if (!runs) return base::Checked<RunOfText>(base::fail(runs.error()));
    return base::Checked<RunOfText>(RunOfText{runs->front(), request});
  };
}

SlicedWork<HeatScenes> with_fetches(prepare::Request request) {
  const auto change = [](prepare::Request& own) {
    own.launch.checks = launch::kNoChecks;
    own.extra.fetches = true;
  };
  return with_runs<HeatScenes>(
      std::move(request), change, [](const prepare::Request&, run::Runs runs) {
        return base::at_once<HeatScenes>(
            [runs = std::move(runs)](const std::atomic<bool>&) -> base::Checked<HeatScenes> {
              return heat_scenes(runs);
            });
      });
}

SlicedWork<MemoryLaunches> with_stream(prepare::Request request) {
  const auto change = [](prepare::Request& own) {
    own.launch.checks = launch::kNoChecks;
    own.extra.stream = true;
  };
  return with_runs<MemoryLaunches>(
      std::move(request), change,
      [](const prepare::Request&, run::Runs runs) { return memory_launches(std::move(runs)); });
}

SlicedWork<study::DramFacts> as_dram(std::shared_ptr<const MemoryLaunches> launches, size_t launch,
                                     study::DramTry options) {
  struct Work {
    Work(std::shared_ptr<const MemoryLaunches> given, size_t launch, const study::DramTry& options)
        : launches(std::move(given)),
          facts((*launches)[launch].facts,
                (*launches)[launch].stream == nullptr ? none : *(*launches)[launch].stream,
                options) {}
    const std::shared_ptr<const MemoryLaunches> launches;
    const model::MemoryStream none;
    study::DramFactsOfRun facts;
  };
  const auto work = std::make_shared<Work>(std::move(launches), launch, options);
  return
      [work](base::Slice& slice) { return base::advanced<study::DramFacts>(work->facts, slice); };
}

SlicedWork<fix::Fixes> with_other_layouts(prepare::Request request) {
  return [request = std::move(request),
          search = std::make_shared<std::unique_ptr<fix::FixSearch>>()](base::Slice& slice) {
    if (*search == nullptr)
      *search = std::make_unique<fix::FixSearch>(alone(request, *slice.cancelled()));
    return base::advanced<fix::Fixes>(**search, slice);
  };
}

SlicedWork<prepare::TextLaunches> with_text_launches(prepare::Request request) {
  return
      [request = std::move(request),
       search = std::make_shared<std::optional<prepare::TextLaunchSearch>>()](base::Slice& slice) {
        if (!*search) {
          prepare::Request own = request;
          own.cancelled = slice.cancelled();
          search->emplace(std::move(own), true);
        }
        return base::advanced<prepare::TextLaunches>(**search, slice);
      };
}

SlicedWork<scene::Differences> differences_between(std::shared_ptr<const run::Run> left,
                                                   std::shared_ptr<const run::Run> right) {
  const auto made = std::make_shared<std::optional<scene::DifferencesOfRuns>>();
  return [left = std::move(left), right = std::move(right), made](base::Slice& slice) {
    if (!*made) made->emplace(*left, *right);
    return base::advanced<scene::Differences>(**made, slice);
  };
}

SlicedWork<ProgramSummaries> with_summaries(std::shared_ptr<const prepare::ReachedProgram> program,
                                            size_t step, study::ArrayPair arrays) {
  struct Work {
    std::optional<study::SummaryOfArray> left, right;
  };
  const auto work = std::make_shared<std::optional<Work>>();
  return [program, step, arrays,
          work](base::Slice& slice) -> std::optional<base::Checked<ProgramSummaries>> {
    const auto summary_at = [&](std::optional<uint32_t> array) {
      return array ? std::optional<study::SummaryOfArray>(study::ArrayState(*program, *array, step))
                   : std::nullopt;
    };
    if (!*work) work->emplace(Work{summary_at(arrays.left), summary_at(arrays.right)});
    for (std::optional<study::SummaryOfArray>* one : {&(*work)->left, &(*work)->right}) {
      if (*one && (*one)->advance(slice) == base::Progress::kMore) return std::nullopt;
    }
    const auto taken = [](std::optional<study::SummaryOfArray>& summary) {
      return summary ? std::optional(summary->take()) : std::nullopt;
    };
    return ProgramSummaries{taken((*work)->left), taken((*work)->right)};
  };
}

SlicedWork<compare::CompiledKernel> with_compiler(prepare::Request request,
                                                  std::shared_ptr<const run::Run> run,
                                                  std::vector<std::string> command) {
  return base::at_once<compare::CompiledKernel>(
      [request = std::move(request), run = std::move(run), command = std::move(command)](
          const std::atomic<bool>& cancelled) -> base::Checked<compare::CompiledKernel> {
        base::Result<compare::CompiledKernel, std::string> kernel =
            compare::compile_kernel(alone(request, cancelled), *run, command, &cancelled);
        if (!kernel) return base::fail(base::Diagnostics{base::placeless(kernel.error())});
        return std::move(*kernel);
      });
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
