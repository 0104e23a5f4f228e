#include "app/cli/hardware/commands.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <ostream>

#include "app/cli/side_by_side.hpp"
#include "app/cli/simulate.hpp"
#include "app/compare/points.hpp"
#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "kernels/measure/child/worker.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A point, and what is known and wanted of it.
struct Pending {
  const compare::Point* point = nullptr;
  std::optional<measure::Measurement> measurement;
  bool wants_counts = false, wants_times = false;
  std::string problem;
};

bool has_counts(const measure::Measurement& measurement, measure::Build build) {
  const measure::BuildResult* found = find_build(&measurement, build);
  return found != nullptr && (found->method || !found->refusal.empty());
}

bool has_times(const measure::Measurement& measurement) {
  for (const measure::BuildResult& build : measurement.builds) {
    for (const measure::LaunchResult& launch : build.launches) {
      if (launch.times) return true;
    }
  }
  return false;
}

// The same text with the same launch.
bool is_same(const measure::Measurement& a, const measure::Measurement& b) {
  return a.text_hash == b.text_hash && a.launch == b.launch;
}
// Of a text that has been changed since.
bool is_older(const measure::Measurement& a, const measure::Measurement& than) {
  return !a.lesson.empty() && a.lesson == than.lesson && a.settings == than.settings;
}

// What has been recorded, and the one file that holds it: whole after every change.
class RecordingFile {
 public:
  explicit RecordingFile(const fs::path& folder) : path_(folder / "recording.json") {}

  // What is there already. "" or what is wrong.
  std::string read() {
    if (!files::exists(path_.string())) return "";
    base::Result<measure::MeasurementFile, std::string> known =
        compare::read_recording(path_.string());
    if (!known) return known.error();
    all_.recordings = {std::move(*known)};
    return "";
  }

  // Asks for the device, and, where nothing is recorded yet, its ceilings and latencies. ""
  // or what is wrong.
  std::string begin(measure::Worker& worker) {
    const measure::Measured<measure::MachineAnswer> machine = worker.machine();
    if (std::string why = why_no_gpu(machine); !why.empty()) return why;
    const measure::GpuDevice& device = machine->devices.front();
    if (!all_.recordings.empty()) {
      if (recording().device.name == device.name) return "";
      return say(
          "{path} is of a GPU named {name}, and this is {other}; record it in another folder",
          "path"_a = path_.string(), "name"_a = recording().device.name, "other"_a = device.name);
    }
    all_.recordings.emplace_back();
    recording().device = device;
    recording().provenance = machine->provenance;
    if (const measure::Measured<measure::Ceilings> ceilings = worker.ceilings())
      recording().ceilings = *ceilings;
    if (const measure::Measured<measure::Latencies> latencies = worker.latencies())
      recording().latencies = *latencies;
    return "";
  }

  Pending pending(const compare::Point& point, const compare::MeasureOptions& options) const {
    Pending pending;
    pending.point = &point;
    if (const measure::Measurement* known = compare::look_up(all_, point.request))
      pending.measurement = *known;
    const std::optional<measure::Measurement>& known = pending.measurement;
    pending.wants_times = options.time && (!known || !has_times(*known));
    pending.wants_counts =
        options.count && !point.times_only &&
        (!known || !std::all_of(options.builds.begin(), options.builds.end(),
                                [&](measure::Build build) { return has_counts(*known, build); }));
    return pending;
  }

  void add(measure::Measurement measurement) {
    std::vector<measure::Measurement>& all = recording().measurements;
    const auto old = std::find_if(all.begin(), all.end(), [&](const measure::Measurement& one) {
      return is_same(one, measurement) || is_older(one, measurement);
    });
    if (old == all.end())
      all.push_back(std::move(measurement));
    else
      *old = std::move(measurement);
  }

  // "" or what went wrong.
  std::string write() const {
    return files::write_text(path_.string(), measure::print_recording(all_.recordings.front()));
  }

  size_t size() const { return all_.recordings.front().measurements.size(); }
  std::string name() const { return path_.string(); }

 private:
  measure::MeasurementFile& recording() { return all_.recordings.front(); }

  fs::path path_;
  compare::Recordings all_;  // one
};

Runs simulate_point(const compare::Point& point, std::string& problem) {
  base::Checked<Runs> simulated = compare::simulate(point);
  if (!simulated) {
    problem = base::render(simulated.error(), point.request.file);
    return {};
  }
  return simulated->back()->ending == run::Ending::kComplete ? std::move(*simulated) : Runs{};
}

void take_times(const measure::Measurement& from, measure::Measurement& to) {
  for (const measure::BuildResult& build : from.builds) {
    const auto same =
        std::find_if(to.builds.begin(), to.builds.end(),
                     [&](const measure::BuildResult& one) { return one.build == build.build; });
    if (same == to.builds.end()) {
      to.builds.push_back(build);
      continue;
    }
    for (size_t i = 0; i < std::min(same->launches.size(), build.launches.size()); ++i)
      same->launches[i].times = build.launches[i].times;
  }
}

void count_point(compare::MeasureOptions options, measure::Worker& worker, Pending& pending) {
  const compare::Point& point = *pending.point;
  const Runs runs = simulate_point(point, pending.problem);
  if (!pending.problem.empty()) return;
  options.time = false;
  measure::Measured<measure::Measurement> counted =
      compare::measure_launch(worker, point.request, runs, options, measure::WaitOptions{});
  if (!counted) {
    pending.problem = counted.error().message;
    return;
  }
  if (pending.measurement) take_times(*pending.measurement, *counted);
  pending.measurement = std::move(*counted);
}

// As compiled, as a debug build's times mean nothing. Nothing else runs on the GPU meanwhile.
void time_point(compare::MeasureOptions options, measure::Worker& worker, Pending& pending) {
  options.count = options.explain = false;
  options.builds = {measure::Build::kAsCompiled};
  measure::Measured<measure::Measurement> timed =
      compare::measure_launch(worker, pending.point->request, {}, options, measure::WaitOptions{});
  if (!timed)
    pending.problem = timed.error().message;
  else if (pending.measurement)
    take_times(*timed, *pending.measurement);
  else
    pending.measurement = std::move(*timed);
}

struct Progress {
  size_t done = 0, there = 0, failed = 0;
  bool is_out_of_time = false;
};

// Counts these side by side, and times one after the other.
void record_some(const CommandLine& line, std::vector<Pending>& some, measure::Worker& worker,
                 RecordingFile& file, Progress& progress, const Surroundings& surroundings) {
  const compare::MeasureOptions& options = line.measure.options;
  side_by_side(some.size(), line.measure.jobs, surroundings.measuring_command,
               [&](size_t i, measure::Worker& own) {
                 if (some[i].wants_counts) count_point(options, own, some[i]);
               });
  for (Pending& pending : some) {
    const compare::Point& point = *pending.point;
    if (pending.problem.empty() && pending.wants_times) time_point(options, worker, pending);
    if (!pending.problem.empty()) {
      ++progress.failed;
      complain(surroundings, point.name + ": " + pending.problem);
      continue;
    }
    pending.measurement->lesson = point.lesson;
    pending.measurement->settings = point.settings;
    file.add(std::move(*pending.measurement));
    ++progress.done;
    surroundings.out << point.name << "\n" << std::flush;
  }
}

// "" or why the file cannot be written.
std::string record_points(const CommandLine& line, const std::vector<compare::Point>& points,
                          measure::Worker& worker, RecordingFile& file, Progress& progress,
                          const Surroundings& surroundings) {
  const auto end = Clock::now() + std::chrono::duration<double>(line.measure.minutes * 60);
  std::vector<Pending> missing;
  for (const compare::Point& point : points) {
    Pending pending = file.pending(point, line.measure.options);
    if (pending.wants_counts || pending.wants_times)
      missing.push_back(std::move(pending));
    else
      ++progress.there;
  }
  const size_t together = line.measure.jobs;
  for (size_t first = 0; first < missing.size(); first += together) {
    progress.is_out_of_time = Clock::now() >= end;
    if (progress.is_out_of_time) break;
    const auto begin = missing.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<Pending> some(
        begin, begin + static_cast<std::ptrdiff_t>(std::min(together, missing.size() - first)));
    record_some(line, some, worker, file, progress, surroundings);
    if (std::string problem = file.write(); !problem.empty()) return problem;
  }
  return file.write();
}

}  // namespace

int record(const CommandLine& line, const Surroundings& surroundings) {
  compare::Points points = points_of(line, surroundings);
  if (points.points.empty()) return kExitMistake;
  if (!line.measure.options.time)
    std::erase_if(points.points, [](const compare::Point& point) { return point.times_only; });
  const fs::path folder(line.measure.record_folder);
  measure::Worker worker(surroundings.measuring_command);
  RecordingFile file(folder);
  if (std::string problem = file.read(); !problem.empty()) return complain(surroundings, problem);
  if (std::string problem = file.begin(worker); !problem.empty()) {
    complain(surroundings, problem);
    return kExitNotMeasured;
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return complain(surroundings, say("{path}: the folder cannot be created: {reason}",
                                      "path"_a = folder.string(), "reason"_a = error.message()));
  Progress progress;
  if (std::string problem =
          record_points(line, points.points, worker, file, progress, surroundings);
      !problem.empty())
    return complain(surroundings, problem);
  surroundings.out << say("{done} of {all} measured now, {there} were there already, {failed} "
                          "failed; {path} holds {count}",
                          "done"_a = progress.done, "all"_a = points.points.size(),
                          "there"_a = progress.there, "failed"_a = progress.failed,
                          "path"_a = file.name(), "count"_a = file.size())
                   << "\n";
  if (progress.is_out_of_time)
    surroundings.out << say("time is up; run the same command again to continue") << "\n";
  return worse(points.problems.empty() ? kExitDone : kExitMistake,
               progress.failed == 0 ? kExitDone : kExitNotMeasured);
}

}  // namespace warplens::cli
