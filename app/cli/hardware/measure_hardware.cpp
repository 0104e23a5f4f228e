// A measured access is turned into a row like those of the file, so that the same comparison serves
// counters, replay and recorded files. Replay knows fewer numbers than counters; what it does not
// know is left empty and not compared.
#include "app/cli/hardware/check_hardware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <ostream>
#include <set>

#include "app/cli/run_cli.hpp"
#include "app/cli/table.hpp"
#include "app/files/save.hpp"
#include "kernels/measure/child/worker.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/say.hpp"
#include "sim/model/hardware_csv.hpp"

namespace warplens::cli {
namespace {

using measure::AccessResult;
using measure::Method;
using model::HardwareRow;
using Rows = std::vector<HardwareRow>;

measure::WarpAccess access_of(const HardwareRow& row) {
  measure::WarpAccess access;
  access.space = row.is_shared ? measure::Space::kShared : measure::Space::kGlobal;
  access.operation = row.op == model::SharedOp::kLoad    ? measure::Operation::kLoad
                     : row.op == model::SharedOp::kStore ? measure::Operation::kStore
                                                         : measure::Operation::kAtomic;
  access.atomic = row.atomic;
  access.bytes_per_lane = row.bytes_per_lane;
  access.mask = row.mask;
  access.addresses = row.addresses;
  return access;
}

std::optional<uint32_t> narrow(const std::optional<uint64_t>& count) {
  constexpr uint64_t kMost = std::numeric_limits<uint32_t>::max();
  return count ? std::optional(static_cast<uint32_t>(std::min(*count, kMost))) : std::nullopt;
}

// The file's row with the counts that were measured; those of the other space, and what the method
// cannot measure, are empty: the time of a loop does not give its number of passes.
HardwareRow measured_row(const HardwareRow& row, const AccessResult& result, Method method) {
  HardwareRow out = row;
  out.wavefronts = out.requests = out.sectors = out.lines = out.loop_wavefronts = std::nullopt;
  if (method == Method::kReplay) {
    const bool has_passes = result.wavefronts > 0 && !(row.is_shared && model::is_loop(row.op));
    if (!has_passes) return out;
    (row.is_shared ? out.wavefronts : out.lines) = measure::whole_wavefronts(result);
    return out;
  }
  if (!result.counts.requests) return out;
  out.requests = narrow(result.counts.requests);
  if (!row.is_shared) {
    out.sectors = narrow(result.counts.sectors);
    out.lines = narrow(result.counts.lines);
    return out;
  }
  out.wavefronts = narrow(result.counts.wavefronts);
  // All passes of an atomic that is a loop, without those of its compare-and-swaps.
  const uint32_t all = measure::whole_wavefronts(result);
  const uint32_t own = out.wavefronts.value_or(0);
  if (all > own) out.loop_wavefronts = all - own;
  return out;
}

bool agrees(const std::optional<uint32_t>& a, const std::optional<uint32_t>& b) {
  return !a || !b || *a == *b;
}

// Also where the file has no counts.
bool agree(const HardwareRow& measured, const HardwareRow& file) {
  return agrees(measured.wavefronts, file.wavefronts) && agrees(measured.requests, file.requests) &&
         agrees(measured.sectors, file.sectors) && agrees(measured.lines, file.lines) &&
         agrees(measured.loop_wavefronts, file.loop_wavefronts);
}

bool has_counts(const HardwareRow& row) {
  return row.wavefronts || row.sectors || row.lines;
}

struct Tally {
  uint64_t accesses = 0, measured = 0, model = 0, with_counts = 0, file = 0;
  double uncertainty = 0;  // the largest
};

std::string share(uint64_t part, uint64_t whole) {
  if (whole == 0) return "-";
  return say("{count} of {all} ({percent:.1f} %)", "count"_a = part, "all"_a = whole,
             "percent"_a = 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void print_tallies(const std::map<std::string, Tally>& tallies, Method method, std::ostream& out) {
  std::vector<Column> columns{{label("access"), Align::kLeft},
                              {label("model agrees"), Align::kRight},
                              {label("file agrees"), Align::kRight}};
  if (method == Method::kReplay) columns.push_back({label("uncertainty"), Align::kRight});
  std::vector<std::vector<std::string>> rows;
  for (const auto& [kind, tally] : tallies) {
    rows.push_back(
        {kind, share(tally.model, tally.measured), share(tally.file, tally.with_counts)});
    if (method == Method::kReplay) rows.back().push_back(fmt::format("{:.2f}", tally.uncertainty));
  }
  out << format_table(columns, rows, "");
}

std::string provenance_line(const measure::Provenance& from, Method method) {
  return say(
      "{device} (compute capability {compute}), driver {driver}, CUDA {toolkit}, {date}, "
      "{program}, "
      "by {method}",
      "device"_a = from.device, "compute"_a = from.compute, "driver"_a = from.driver,
      "toolkit"_a = from.toolkit.empty() ? "-" : from.toolkit, "date"_a = from.date,
      "program"_a = from.program,
      "method"_a = method == Method::kReplay ? label("replay") : label("counters"));
}

// Returns the exit status.
int report(const MeasureHardware& options, Method method, const Rows& file, const Rows& measured,
           const std::vector<AccessResult>& results, std::ostream& out) {
  std::map<std::string, Tally> tallies;
  Tally all;
  for (size_t i = 0; i < file.size(); ++i) {
    Tally& tally = tallies[kind_of(file[i])];
    const std::string place = access_place(options.path, file[i].line, file[i].id, file[i].pattern);
    ++tally.accesses;
    if (!results[i].note.empty()) out << place << ": " << results[i].note << "\n";
    if (!has_counts(measured[i])) continue;
    ++tally.measured;
    const std::string differing = model::differing_counts(model::default_device(), measured[i]);
    if (differing.empty()) ++tally.model;
    if (!differing.empty() && options.show_mismatches) out << place << ": " << differing << "\n";
    if (has_counts(file[i])) ++tally.with_counts;
    if (has_counts(file[i]) && agree(measured[i], file[i])) ++tally.file;
    tally.uncertainty = std::max(tally.uncertainty, results[i].uncertainty);
  }
  print_tallies(tallies, method, out);
  for (const auto& [kind, tally] : tallies) {
    all.accesses += tally.accesses;
    all.measured += tally.measured;
    all.model += tally.model;
    all.with_counts += tally.with_counts;
    all.file += tally.file;
  }
  std::string sum = say("{count} of {all} measured accesses agree with the model",
                        "count"_a = all.model, "all"_a = all.measured);
  if (all.with_counts != 0) {
    sum = say("{sentence}, {share} with the file", "sentence"_a = sum,
              "share"_a = share(all.file, all.with_counts));
  }
  if (all.measured != all.accesses) {
    sum = say("{sentence}; {count} could not be measured", "sentence"_a = sum,
              "count"_a = all.accesses - all.measured);
  }
  out << sum << "\n";
  if (all.measured == 0) return kExitNotMeasured;
  return all.model == all.measured ? kExitDone : kExitDiffers;
}

// Each part calibrates what it needs: "kind: numbers cycles when", with "; " between them.
void add_calibration(const std::string& of_part, std::set<std::string>& known, std::string& all) {
  for (size_t begin = 0; begin < of_part.size();) {
    const size_t end = std::min(of_part.find("; ", begin), of_part.size());
    const std::string one = of_part.substr(begin, end - begin);
    const size_t when = std::min(one.find("cycles"), one.size());
    if (known.insert(one.substr(0, one.find(':')) + one.substr(when)).second)
      all += (all.empty() ? "" : "; ") + one;
    begin = end + 2;
  }
}

// Part by part, so that no request comes near its time limit.
measure::Measured<measure::AccessAnswer> measure_rows(const MeasureHardware& options,
                                                      const Rows& rows, Method method) {
  constexpr size_t kInPart = 1000;
  measure::Worker worker(options.worker_command);
  measure::WaitOptions wait;
  wait.time_limit_s = 300;
  measure::AccessAnswer all;
  std::set<std::string> calibrated;
  for (size_t begin = 0; begin < rows.size(); begin += kInPart) {
    measure::AccessJob job;
    job.method = method;
    const size_t end = std::min(begin + kInPart, rows.size());
    for (size_t i = begin; i < end; ++i) job.accesses.push_back(access_of(rows[i]));
    measure::Measured<measure::AccessAnswer> part = worker.measure_accesses(job, wait);
    if (!part) return part;
    if (part->results.size() != job.accesses.size()) {
      return base::fail(
          measure::Problem{measure::ProblemKind::kInternal,
                           say("the measuring process answered for {count} of {all} accesses",
                               "count"_a = part->results.size(), "all"_a = job.accesses.size())});
    }
    all.provenance = part->provenance;
    add_calibration(part->calibration, calibrated, all.calibration);
    all.results.insert(all.results.end(), part->results.begin(), part->results.end());
  }
  return all;
}

bool is_about_counters(const measure::Problem& problem) {
  return problem.kind == measure::ProblemKind::kNoCounters ||
         problem.kind == measure::ProblemKind::kNoCompiler ||
         problem.kind == measure::ProblemKind::kPermission;
}

// "" or why it could not be written.
std::string write_rows(const std::string& path, const Rows& measured,
                       const measure::AccessAnswer& answer, const std::string& from,
                       std::ostream& out) {
  std::vector<std::string> remarks{from};
  if (!answer.calibration.empty()) remarks.push_back(answer.calibration);
  Rows kept;
  for (const HardwareRow& row : measured) {
    if (has_counts(row)) kept.push_back(row);
  }
  std::string problem = files::write_text(path, model::print_hardware_csv(kept, remarks));
  if (!problem.empty()) return problem;
  out << say("{count} accesses written to {path}", "count"_a = kept.size(), "path"_a = path)
      << "\n";
  return "";
}

}  // namespace

int measure_hardware(const MeasureHardware& options, std::ostream& out, std::ostream& err) {
  const std::optional<Rows> file = read_hardware_csv(options.path, model::Counted::kNotYet, err);
  if (!file) return kExitMistake;
  Method method = options.method.value_or(Method::kCountersByLine);
  measure::Measured<measure::AccessAnswer> answer = measure_rows(options, *file, method);
  if (!answer && !options.method && is_about_counters(answer.error())) {
    err << base::headed(base::Severity::kNote,
                        say("replay is used: {reason}", "reason"_a = answer.error().message));
    method = Method::kReplay;
    answer = measure_rows(options, *file, method);
  }
  if (!answer) {
    err << base::headed(base::Severity::kError, answer.error().message);
    return kExitNotMeasured;
  }
  Rows measured;
  for (size_t i = 0; i < file->size(); ++i) {
    measured.push_back(measured_row((*file)[i], answer->results[i], method));
  }
  const std::string from = provenance_line(answer->provenance, method);
  out << from << "\n";
  if (!answer->calibration.empty()) out << answer->calibration << "\n";
  const int status = report(options, method, *file, measured, answer->results, out);
  if (!options.write_path.empty()) {
    const std::string problem = write_rows(options.write_path, measured, *answer, from, out);
    if (!problem.empty()) {
      err << base::headed(base::Severity::kError, problem);
      return kExitMistake;
    }
  }
  return status;
}

}  // namespace warplens::cli
