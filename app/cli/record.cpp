#include "app/cli/record.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <ostream>

#include "app/cli/side_by_side.hpp"
#include "app/cli/simulate.hpp"
#include "app/compare/points.hpp"
#include "app/files/files.hpp"
#include "app/lessons/target.hpp"
#include "kernels/measure/child/worker.hpp"
#include "kernels/measure/record/json.hpp"

namespace warplens::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr uint64_t kMostBytes = uint64_t{64} << 20;     // of one file of the folder
constexpr uint64_t kRecordBudget = uint64_t{16} << 20;  // [bytes] of the block that may be replayed

// Never leaves half a file: written beside its place, and moved there. "" or what went wrong.
std::string write_whole(const fs::path& path, const std::string& text) {
  const std::string beside = path.string() + ".part";
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  if (std::string problem = files::write_bytes(beside, {bytes, bytes + text.size()});
      !problem.empty())
    return problem;
  std::error_code error;
  fs::rename(beside, path, error);
  return error ? path.string() + ": cannot be written: " + error.message() : "";
}

std::optional<measure::Recording> read_recording(const fs::path& path) {
  if (!files::exists(path.string())) return std::nullopt;
  const base::Result<std::string, std::string> text = files::read_text(path.string(), kMostBytes);
  if (!text) return std::nullopt;
  base::Result<measure::Recording, std::string> recording = measure::parse_recording(*text);
  if (!recording) return std::nullopt;
  return std::move(*recording);
}

// The device and its ceilings, measured once for the folder. "" or what went wrong.
std::string record_device(const fs::path& path, measure::Worker& worker,
                          measure::Recording& device) {
  if (std::optional<measure::Recording> known = read_recording(path)) {
    device = std::move(*known);
    return "";
  }
  const measure::Measured<measure::MachineAnswer> machine = worker.machine();
  if (!machine) return machine.error().message;
  if (machine->devices.empty())
    return machine->missing.empty() ? "this machine has no GPU" : machine->missing.front();
  device.device = machine->devices.front();
  device.provenance = machine->provenance;
  const measure::Measured<measure::Ceilings> ceilings = worker.ceilings();
  if (ceilings) device.ceilings = *ceilings;
  return write_whole(path, measure::print_recording(device));
}

// A point on its way into the folder.
struct Pending {
  const compare::Point* point = nullptr;
  fs::path path;
  std::optional<measure::Measurement> measurement;
  std::string problem;
};

Runs simulate_point(const compare::Point& point, std::string& problem) {
  engine::Request request = point.request;
  request.record = true;
  request.record_budget = kRecordBudget;
  base::Checked<Runs> simulated = engine::run_sequence(std::move(request));
  if (!simulated) {
    problem = base::render(simulated.error(), point.request.file);
    return {};
  }
  return simulated->back()->ending == engine::Ending::kComplete ? std::move(*simulated) : Runs{};
}

void count_point(compare::MeasureOptions options, measure::Worker& worker, Pending& pending) {
  const compare::Point& point = *pending.point;
  const Runs runs = simulate_point(point, pending.problem);
  if (!pending.problem.empty()) return;
  options.time = false;
  measure::Measured<measure::Measurement> counted =
      compare::measure_launch(worker, point.request, runs, options, measure::Ask{});
  if (!counted)
    pending.problem = counted.error().message;
  else
    pending.measurement = std::move(*counted);
}

// Nothing else runs on the GPU meanwhile. A point that is counted gets times for the same builds.
void time_point(compare::MeasureOptions options, measure::Worker& worker, Pending& pending) {
  const compare::Point& point = *pending.point;
  options.count = options.explain = false;
  if (point.times_only) options.builds = {measure::Build::kAsCompiled};
  measure::Measured<measure::Measurement> timed =
      compare::measure_launch(worker, point.request, {}, options, measure::Ask{});
  if (!timed) {
    pending.problem = timed.error().message;
    return;
  }
  if (!pending.measurement) {
    pending.measurement = std::move(*timed);
    return;
  }
  std::vector<measure::BuildResult>& builds = pending.measurement->builds;
  for (size_t b = 0; b < std::min(builds.size(), timed->builds.size()); ++b) {
    std::vector<measure::LaunchResult>& launches = builds[b].launches;
    for (size_t i = 0; i < std::min(launches.size(), timed->builds[b].launches.size()); ++i)
      launches[i].times = timed->builds[b].launches[i].times;
  }
}

// "" or what went wrong.
std::string write_point(const measure::Recording& device, Pending& pending) {
  measure::Measurement& measurement = *pending.measurement;
  measurement.lesson = pending.point->lesson;
  measurement.settings = pending.point->settings;
  measure::Recording recording;
  recording.device = device.device;
  recording.provenance = measurement.provenance;
  recording.measurements.push_back(std::move(measurement));
  return write_whole(pending.path, measure::print_recording(recording));
}

// All files of the folder as one recording, also those of earlier calls with other targets. "" or
// what went wrong.
std::string merge(const fs::path& folder, const measure::Recording& device, size_t& merged) {
  measure::Recording all = device;
  const base::Result<std::vector<std::string>, std::string> paths =
      files::list_folder((folder / "points").string(), ".json");
  if (!paths) return paths.error();
  merged = 0;
  for (const std::string& path : *paths) {
    std::optional<measure::Recording> one = read_recording(path);
    if (!one) continue;
    ++merged;
    for (measure::Measurement& measurement : one->measurements)
      all.measurements.push_back(std::move(measurement));
  }
  return write_whole(folder / "recording.json", measure::print_recording(all));
}

struct Progress {
  size_t done = 0, there = 0, failed = 0;
  bool is_out_of_time = false;
};

// Counts these side by side, times one after the other, and writes each to its file.
void record_some(const CommandLine& line, const measure::Recording& device,
                 std::vector<Pending>& some, measure::Worker& worker, Progress& progress,
                 const Surroundings& surroundings) {
  const compare::MeasureOptions& options = line.measure.options;
  if (options.count) {
    side_by_side(some.size(), line.measure.jobs, surroundings.measuring_command,
                 [&](size_t i, measure::Worker& own) {
                   if (!some[i].point->times_only) count_point(options, own, some[i]);
                 });
  }
  for (Pending& pending : some) {
    if (pending.problem.empty() && options.time) time_point(options, worker, pending);
    if (pending.problem.empty() && pending.measurement)
      pending.problem = write_point(device, pending);
    if (pending.problem.empty()) {
      ++progress.done;
      surroundings.out << pending.point->name << "\n" << std::flush;
    } else {
      ++progress.failed;
      surroundings.err << "error: " << pending.point->name << ": " << pending.problem << "\n";
    }
  }
}

Progress record_points(const CommandLine& line, const compare::Points& points,
                       const measure::Recording& device, measure::Worker& worker,
                       const Surroundings& surroundings) {
  const auto end = Clock::now() + std::chrono::duration<double>(line.measure.minutes * 60);
  const fs::path folder = fs::path(line.measure.record_folder) / "points";
  Progress progress;
  std::vector<Pending> missing;
  for (const compare::Point& point : points.points) {
    if (point.times_only && !line.measure.options.time) continue;
    fs::path path = folder / (point.name + ".json");
    if (read_recording(path))
      ++progress.there;
    else
      missing.push_back({&point, std::move(path), std::nullopt, ""});
  }
  const size_t together = line.measure.jobs;
  for (size_t first = 0; first < missing.size(); first += together) {
    progress.is_out_of_time = Clock::now() >= end;
    if (progress.is_out_of_time) break;
    const auto begin = missing.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<Pending> some(
        begin, begin + static_cast<std::ptrdiff_t>(std::min(together, missing.size() - first)));
    record_some(line, device, some, worker, progress, surroundings);
  }
  return progress;
}

}  // namespace

int record(const CommandLine& line, const Surroundings& surroundings) {
  const base::Result<std::vector<lessons::Lesson>, std::string> lessons =
      lessons::lessons_of(line.lessons_folder);
  if (!lessons) return complain(surroundings, lessons.error());
  const compare::Points points = compare::points_of(line.measure.targets, *lessons);
  for (const std::string& problem : points.problems) complain(surroundings, problem);
  const fs::path folder(line.measure.record_folder);
  std::error_code error;
  fs::create_directories(folder / "points", error);
  if (error) return complain(surroundings, folder.string() + ": " + error.message());
  measure::Worker worker(surroundings.measuring_command);
  measure::Recording device;
  if (std::string problem = record_device(folder / "device.json", worker, device);
      !problem.empty()) {
    complain(surroundings, problem);
    return kExitNotMeasured;
  }
  const Progress progress = record_points(line, points, device, worker, surroundings);
  size_t merged = 0;
  if (std::string problem = merge(folder, device, merged); !problem.empty())
    return complain(surroundings, problem);
  surroundings.out << fmt::format(
      "{} of {} measured now, {} were there already, {} failed; {} holds {}\n", progress.done,
      points.points.size(), progress.there, progress.failed, (folder / "recording.json").string(),
      merged);
  if (progress.is_out_of_time)
    surroundings.out << "the time is over; the same command goes on where it stopped\n";
  const bool is_all_well = progress.failed == 0 && points.problems.empty();
  return is_all_well ? kExitDone : kExitNotMeasured;
}

}  // namespace warplens::cli
