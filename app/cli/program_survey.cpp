// Runs the launches of a whole program, of each kind the first, and others for their counts.
#include "app/cli/trials.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/run/sequence_run.hpp"

namespace warplens::cli {

using study::LaunchesOfAKind;
using study::ProgramSummary;

// Kinds of launches that are looked at: those behind are listed alone.
static constexpr size_t kMostRows = 64;

// Later launches of these kinds whose counts are taken, too, and what all of them may take: about
// half a second. [weighted steps]
static constexpr uint64_t kMostLater = 64;
static constexpr uint64_t kMostLaterWork = 100'000'000;

// The launch as the survey looks at it, with what it may take. [weighted steps]
static prepare::Request request_for(const prepare::Request& request, uint32_t launch,
                                    uint64_t most_work) {
  prepare::Request one = request;
  one.program->launch = launch;
  one.record = false;
  one.keeps_contents = false;
  one.store = std::make_shared<prepare::RunStore>();
  one.most_work = most_work;
  return one;
}

// What later launches count, whose data may be other: the last of each row first, as its data has
// changed most.
static void count_later_launches(ProgramSummary& summary, const prepare::Request& request,
                                 uint64_t work, const Surroundings& surroundings) {
  const std::vector<prepare::ReachedLaunch>& launches = summary.reached->launches;
  uint64_t left = kMostLater;
  for (LaunchesOfAKind& row : summary.rows) {
    if (row.run == nullptr || row.run->ending != run::Ending::kComplete) continue;
    for (uint64_t i = 1; i < row.times && left > 0; ++i, --left) {
      const uint64_t number = i == 1 ? row.times - 1 : i - 1;
      const uint32_t launch = study::launch_of_row(*summary.reached, row, number);
      if (surroundings.is_interrupted() || launches[launch].work > work) return;
      const uint64_t most = prepare::most_work_of(launches[launch], work);
      const base::Checked<run::Runs> runs = run::run_sequence(request_for(request, launch, most));
      if (!runs.ok() || runs->front()->ending != run::Ending::kComplete) return;
      study::add_counts(row, *runs->front());
      work -= std::min(work, runs->front()->work);
    }
  }
}

std::optional<ProgramSummary> program_without_launch(const prepare::Request& request,
                                                     const std::vector<std::string>& arguments) {
  if (request.program || request.reached == nullptr) return std::nullopt;
  prepare::Request whole = request;
  whole.program.emplace().arguments = arguments;
  const auto reached = request.reached->of(whole);
  if (!reached.ok() || !(*reached)->launches.empty()) return std::nullopt;
  ProgramSummary summary;
  summary.reached = *reached;
  return summary;
}

base::Checked<ProgramSummary> survey_program(const prepare::Request& request,
                                             std::optional<uint32_t> wanted,
                                             const Surroundings& surroundings) {
  ProgramSummary summary;
  const auto reached = request.reached->of(request);
  if (!reached.ok()) return base::fail(reached.error());
  summary.reached = *reached;
  summary.rows = study::kinds_of_launches(**reached);
  if (wanted && *wanted >= (*reached)->launches.size()) {
    return base::fail(base::Diagnostics{base::placeless(
        say("--launch {number}: the program launches {count}", "number"_a = *wanted + 1,
            "count"_a =
                say_count("{count} kernel", "{count} kernels", (*reached)->launches.size())),
        "")});
  }
  // The smallest first, so that what these do not take of their share is left for larger ones.
  const std::vector<prepare::ReachedLaunch>& launches = (*reached)->launches;
  std::vector<LaunchesOfAKind*> rows;
  for (LaunchesOfAKind& row : summary.rows) {
    if (rows.size() < kMostRows) rows.push_back(&row);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const LaunchesOfAKind* a, const LaunchesOfAKind* b) {
                     return launches[a->launch].work < launches[b->launch].work;
                   });
  uint64_t left = prepare::most_work_of_survey(**reached);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (surroundings.is_interrupted()) break;
    const uint64_t share = left / (rows.size() - i);
    const uint64_t most = prepare::most_work_of(launches[rows[i]->launch], share);
    const base::Checked<run::Runs> runs =
        run::run_sequence(request_for(request, rows[i]->launch, most));
    if (!runs.ok()) return base::fail(runs.error());
    rows[i]->run = runs->front();
    study::add_counts(*rows[i], *rows[i]->run);
    const bool is_cut = run::is_cut(runs->front()->ending);
    left -= std::min(left, is_cut ? share : runs->front()->work);
  }
  count_later_launches(summary, request, std::min(left, kMostLaterWork), surroundings);
  study::choose_launch(summary, wanted);
  return summary;
}

std::shared_ptr<const run::Run> run_of_chosen(const ProgramSummary& summary) {
  for (const LaunchesOfAKind& row : summary.rows) {
    if (row.launch == summary.chosen) return row.run;
  }
  return nullptr;
}

}  // namespace warplens::cli
