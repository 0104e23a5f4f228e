// A measured access is turned into a row like those of the file, so that the same comparison serves
// counters, replay and recorded files. Replay knows fewer numbers than counters; what it does not
// know is left empty and not compared.
#include "app/cli/measure_hardware.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <ostream>

#include "app/cli/check_hardware.hpp"
#include "app/cli/run_cli.hpp"
#include "app/cli/table.hpp"
#include "app/files/files.hpp"
#include "kernels/measure/child/worker.hpp"
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
  return count ? std::optional<uint32_t>(static_cast<uint32_t>(*count)) : std::nullopt;
}

// The file's row with the counts that were measured; those of the other space, and what the method
// cannot tell, are empty.
HardwareRow measured_row(const HardwareRow& row, const AccessResult& result, Method method) {
  HardwareRow out = row;
  out.wavefronts = out.requests = out.sectors = out.lines = out.loop_wavefronts = std::nullopt;
  if (method == Method::kReplay) {
    const auto passes = static_cast<uint32_t>(std::lround(std::max(0.0, result.wavefronts)));
    (row.is_shared ? out.wavefronts : out.lines) = passes;
    return out;
  }
  out.requests = narrow(result.counts.requests);
  if (!row.is_shared) {
    out.sectors = narrow(result.counts.sectors);
    out.lines = narrow(result.counts.lines);
    return out;
  }
  out.wavefronts = narrow(result.counts.wavefronts);
  // All passes of an atomic that is a loop, without those of its compare-and-swaps.
  const auto all = static_cast<uint32_t>(std::lround(result.wavefronts));
  const uint32_t own = out.wavefronts.value_or(0);
  if (all > own) out.loop_wavefronts = all - own;
  return out;
}

// "global atom add.u64", "shared ld 4"
std::string kind_of(const HardwareRow& row) {
  const std::string space = row.is_shared ? "shared " : "global ";
  if (model::is_atomic(row.op))
    return space + "atom " + (row.atomic.empty() ? "add.u32" : row.atomic);
  return fmt::format("{}{} {}", space, row.op == model::SharedOp::kLoad ? "ld" : "st",
                     row.bytes_per_lane);
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
  return fmt::format("{} of {} ({:.1f} %)", part, whole,
                     100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void print_tallies(const std::map<std::string, Tally>& tallies, Method method, std::ostream& out) {
  std::vector<Column> columns{
      {"access", Align::kLeft}, {"model agrees", Align::kRight}, {"file agrees", Align::kRight}};
  if (method == Method::kReplay) columns.push_back({"uncertainty", Align::kRight});
  std::vector<std::vector<std::string>> rows;
  for (const auto& [kind, tally] : tallies) {
    rows.push_back(
        {kind, share(tally.model, tally.measured), share(tally.file, tally.with_counts)});
    if (method == Method::kReplay) rows.back().push_back(fmt::format("{:.2f}", tally.uncertainty));
  }
  out << format_table(columns, rows, "");
}

std::string provenance_line(const measure::Provenance& from, Method method) {
  return fmt::format("{} (compute capability {}), driver {}, CUDA {}, {}, {}, by {}", from.device,
                     from.compute, from.driver, from.toolkit.empty() ? "-" : from.toolkit,
                     from.date, from.program, method == Method::kReplay ? "replay" : "counters");
}

// Returns whether every measured access agrees with the model.
bool report(const MeasureHardware& options, const Rows& file, const Rows& measured,
            const std::vector<AccessResult>& results, std::ostream& out) {
  std::map<std::string, Tally> tallies;
  Tally all;
  for (size_t i = 0; i < file.size(); ++i) {
    Tally& tally = tallies[kind_of(file[i])];
    const std::string place = fmt::format("{}:{}: access {} ({})", options.path, file[i].line,
                                          file[i].id, file[i].pattern);
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
  print_tallies(tallies, options.method, out);
  for (const auto& [kind, tally] : tallies) {
    all.accesses += tally.accesses;
    all.measured += tally.measured;
    all.model += tally.model;
    all.with_counts += tally.with_counts;
    all.file += tally.file;
  }
  out << fmt::format("{} of {} measured accesses agree with the model", all.model, all.measured);
  if (all.with_counts != 0) out << ", " << share(all.file, all.with_counts) << " with the file";
  if (all.measured != all.accesses)
    out << fmt::format("; {} could not be measured", all.accesses - all.measured);
  out << "\n";
  return all.model == all.accesses;
}

}  // namespace

int measure_hardware(const MeasureHardware& options, std::ostream& out, std::ostream& err) {
  const std::optional<Rows> file = read_hardware_csv(options.path, model::Counted::kNotYet, err);
  if (!file) return kExitMistake;
  measure::AccessJob job;
  job.method = options.method;
  for (const HardwareRow& row : *file) job.accesses.push_back(access_of(row));
  measure::Worker worker(options.worker_command);
  measure::Ask ask;
  ask.time_limit_s = options.time_limit_s;
  const measure::Measured<measure::AccessAnswer> answer = worker.measure_accesses(job, ask);
  if (!answer) {
    err << "error: " << answer.error().message << "\n";
    return kExitNotMeasured;
  }
  if (answer->results.size() != file->size()) {
    err << "error: the measuring process answered for " << answer->results.size() << " of "
        << file->size() << " accesses\n";
    return kExitNotMeasured;
  }
  Rows measured;
  for (size_t i = 0; i < file->size(); ++i) {
    const AccessResult& result = answer->results[i];
    const bool is_measured = result.note.empty() || result.wavefronts > 0;
    HardwareRow row = measured_row((*file)[i], result, options.method);
    if (!is_measured) {
      row.wavefronts = row.requests = row.sectors = row.lines = row.loop_wavefronts = std::nullopt;
    }
    measured.push_back(std::move(row));
  }
  const std::string from = provenance_line(answer->provenance, options.method);
  out << from << "\n";
  if (!answer->calibration.empty()) out << answer->calibration << "\n";
  const bool all_agree = report(options, *file, measured, answer->results, out);
  if (!options.write_path.empty()) {
    std::vector<std::string> remarks{from};
    if (!answer->calibration.empty()) remarks.push_back(answer->calibration);
    Rows kept;
    for (const HardwareRow& row : measured) {
      if (has_counts(row)) kept.push_back(row);
    }
    const std::string text = model::print_hardware_csv(kept, remarks);
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    const std::string problem =
        files::write_bytes(options.write_path, {bytes, bytes + text.size()});
    if (!problem.empty()) {
      err << "error: " << problem << "\n";
      return kExitMistake;
    }
    out << fmt::format("{} accesses written to {}\n", kept.size(), options.write_path);
  }
  return all_agree ? kExitDone : kExitDiffers;
}

}  // namespace warplens::cli
