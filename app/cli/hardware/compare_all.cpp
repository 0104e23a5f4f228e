#include "app/cli/hardware/commands.hpp"

#include <algorithm>
#include <ostream>

#include "app/cli/print_section.hpp"
#include "app/cli/side_by_side.hpp"
#include "app/cli/simulate.hpp"
#include "app/compare/points.hpp"
#include "app/study/comparison.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

using study::MeasuredBy;

struct Reported {
  study::ComparedLaunch launch;
  std::optional<MeasuredBy> by;
  int status = kExitDone;  // what it means for the program's
};

Reported failed(const std::string& name, std::string reason, int status) {
  return {study::not_compared(name, std::move(reason)), std::nullopt, status};
}

Reported reported(const std::string& name, const compare::Comparison& comparison,
                  std::optional<MeasuredBy> by) {
  return {study::compared_launch(name, comparison), std::move(by), kExitDone};
}

std::optional<MeasuredBy> source_of(const measure::Measurement& measurement, bool is_recorded) {
  const measure::BuildResult* build = find_build(&measurement, measure::Build::kAsWritten);
  if (build == nullptr || !build->method) return std::nullopt;
  return MeasuredBy{measurement.provenance, *build->method, is_recorded};
}

Reported report_point(const compare::Point& point, const compare::MeasureOptions& options,
                      bool is_offline, const compare::Recordings& recordings,
                      measure::Worker& worker) {
  const base::Checked<Runs> runs = compare::simulate(point);
  if (!runs)
    return failed(point.name, base::render(runs.error(), point.request.file), kExitMistake);
  if (runs->back()->ending != run::Ending::kComplete)
    return failed(point.name, why_incomplete(*runs->back()), status_of(*runs->back()));
  if (is_offline) {
    const measure::Measurement* recorded = compare::look_up(recordings, point.request);
    if (recorded == nullptr)
      return failed(point.name, say("no recording holds this text and launch"), kExitNotMeasured);
    return reported(point.name, compare::compare(*runs, nullptr, recorded),
                    source_of(*recorded, true));
  }
  const measure::Measured<measure::Measurement> measured =
      compare::measure_launch(worker, point.request, *runs, options, measure::WaitOptions{});
  if (!measured) return failed(point.name, measured.error().message, kExitNotMeasured);
  return reported(point.name, compare::compare(*runs, &*measured, nullptr),
                  source_of(*measured, false));
}

}  // namespace

int compare_all(const CommandLine& line, const compare::Recordings& recordings,
                const Surroundings& surroundings) {
  compare::Points points = points_of(line, surroundings);
  if (points.points.empty()) return kExitMistake;
  bool is_offline = line.measure.offline;
  if (!is_offline) {
    const std::string why = why_no_gpu(measure::Worker(surroundings.measuring_command).machine());
    is_offline = !why.empty();
    if (is_offline)
      surroundings.err << base::headed(
          base::Severity::kNote,
          say("nothing is measured, recordings are used: {reason}", "reason"_a = why));
  }
  compare::MeasureOptions options = line.measure.options;
  options.builds = {measure::Build::kAsWritten};
  options.time = false;
  options.explain = false;
  std::vector<compare::Point> counted;
  for (compare::Point& point : points.points) {
    if (!point.times_only) counted.push_back(std::move(point));
  }
  std::vector<Reported> all(counted.size());
  side_by_side(counted.size(), line.measure.jobs, surroundings.measuring_command,
               [&](size_t i, measure::Worker& worker) {
                 all[i] = report_point(counted[i], options, is_offline, recordings, worker);
               });
  study::ComparedLaunches compared;
  compared.command = line.words;
  int status = points.problems.empty() ? kExitDone : kExitMistake;
  if (all.empty()) status = worse(status, kExitNotMeasured);
  for (Reported& one : all) {
    const bool differs = one.launch.outcome == study::Outcome::kDiffers;
    status = worse(status, differs ? kExitDiffers : one.status);
    if (!compared.by) compared.by = std::move(one.by);
    compared.launches.push_back(std::move(one.launch));
  }
  const study::Section section = study::describe(compared);
  if (line.json)
    print_json(surroundings.out, section);
  else
    print_markdown(surroundings.out, section);
  return surroundings.is_interrupted() ? kExitInterrupted : status;
}

}  // namespace warplens::cli
