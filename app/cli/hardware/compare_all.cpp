#include "app/cli/hardware/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/json.hpp"
#include "app/cli/side_by_side.hpp"
#include "app/cli/simulate.hpp"
#include "app/cli/table.hpp"
#include "app/compare/points.hpp"
#include "app/compare/shown_word.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

using compare::Cell;
using compare::Row;
using compare::Verdict;

constexpr size_t kShownReasons = 2;  // in a cell; JSON has all

enum class Outcome : uint8_t { kEqual, kExplained, kDiffers, kFailed };

const char* word(Outcome outcome) {
  switch (outcome) {
    case Outcome::kEqual:
      return "equal";
    case Outcome::kExplained:
      return "explained";
    case Outcome::kDiffers:
      return "differs";
    case Outcome::kFailed:
      break;
  }
  return "not compared";
}

struct ReportRow {
  std::string name;
  Outcome outcome = Outcome::kEqual;
  size_t wrong = 0;                  // reasons at the front that are differences
  size_t equal = 0, rows = 0;        // of (line, space, op)
  std::string wavefronts, sectors;   // "1,024", or simulated and measured: "1,024 / 1,056"
  std::string arrays;                // "3 agree", "P: 4 of 256 differ (bit-equal)"
  std::vector<std::string> reasons;  // one a line that is not equal
  int status = kExitDone;            // what it means for the program's
};

// The column of the text as written: measured here, or recorded.
const std::optional<Cell>& written(const Row& row) {
  return row.as_written ? row.as_written : row.recorded;
}

std::string counts_words(const measure::Counts& counts) {
  std::string words;
  const auto add = [&](const std::optional<uint64_t>& count, const char* name) {
    if (count) words += fmt::format("{}{} {}", words.empty() ? "" : ", ", grouped(*count), name);
  };
  add(counts.requests, label("requests"));
  add(counts.wavefronts, label("wavefronts"));
  add(counts.sectors, label("sectors"));
  add(counts.lines, label("lines"));
  add(counts.lanes, label("lanes"));
  return words;
}

void add_line(const Row& row, const Cell& cell, ReportRow& to) {
  ++to.rows;
  if (cell.verdict == Verdict::kEqual) {
    ++to.equal;
    return;
  }
  to.outcome = std::max(
      to.outcome, cell.verdict == Verdict::kDiffers ? Outcome::kDiffers : Outcome::kExplained);
  const std::string place = row.file.empty() ? say("line {line}", "line"_a = row.line)
                                             : fmt::format("{}:{}", row.file, row.line);
  std::string reason = fmt::format("{} {} {}", place, compare::shown(measure::word(row.space)),
                                   compare::shown(measure::word(row.operation)));
  if (!cell.cause.empty()) reason += ": " + cell.cause;
  if (cell.verdict == Verdict::kDiffers) {
    reason += ": " + say("simulated {simulated}; measured {measured}",
                         "simulated"_a = counts_words(cell.simulated.value_or(row.simulated)),
                         "measured"_a = counts_words(cell.counts));
  }
  // What is wrong comes before what is explained.
  if (cell.verdict == Verdict::kDiffers)
    to.reasons.insert(to.reasons.begin() + static_cast<std::ptrdiff_t>(to.wrong++), reason);
  else
    to.reasons.push_back(std::move(reason));
}

// Sums over operations of what the totals say: "simulated" or "simulated / measured".
void add_totals(const compare::Comparison& comparison, ReportRow& to) {
  std::optional<uint64_t> simulated[2], measured[2];
  for (const compare::LaunchComparison& launch : comparison.launches) {
    for (const Row& row : launch.totals) {
      const std::optional<Cell>& cell = written(row);
      if (!cell) continue;
      const bool is_shared = row.space == measure::Space::kShared;
      const measure::Counts& beside = cell->simulated ? *cell->simulated : row.simulated;
      const auto& counted = is_shared ? cell->counts.wavefronts : cell->counts.sectors;
      const auto& expected = is_shared ? beside.wavefronts : beside.sectors;
      if (!counted || !expected) continue;
      const size_t at = is_shared ? 0 : 1;
      simulated[at] = simulated[at].value_or(0) + *expected;
      measured[at] = measured[at].value_or(0) + *counted;
    }
  }
  const auto text = [&](size_t at) -> std::string {
    if (!measured[at]) return "";
    return simulated[at] == measured[at] ? grouped(*simulated[at])
                                         : grouped(*simulated[at]) + " / " + grouped(*measured[at]);
  };
  to.wavefronts = text(0);
  to.sectors = text(1);
}

void add_arrays(const std::vector<measure::ArrayAgreement>& arrays, ReportRow& to) {
  size_t agreeing = 0;
  std::string others;
  for (const measure::ArrayAgreement& array : arrays) {
    const bool is_compared = array.elements > 0;
    if (array.agrees && is_compared) {
      ++agreeing;
      continue;
    }
    to.outcome = std::max(to.outcome, array.agrees ? Outcome::kExplained : Outcome::kDiffers);
    others += fmt::format("; {}: ", array.name);
    others += is_compared
                  ? say("{count} of {all} differ ({rule})", "count"_a = grouped(array.differing),
                        "all"_a = grouped(array.elements), "rule"_a = array.rule)
                  : array.rule;
  }
  to.arrays = say("{count} agree", "count"_a = agreeing) + others;
}

ReportRow row_of(const std::string& name, const compare::Comparison& comparison) {
  ReportRow row;
  row.name = name;
  for (const compare::LaunchComparison& launch : comparison.launches) {
    bool has_lines = false;
    for (const Row& line : launch.lines) {
      if (!written(line)) continue;
      add_line(line, *written(line), row);
      has_lines = true;
    }
    for (const Row& total : launch.totals) {  // counters of whole kernels have no lines
      if (!has_lines && written(total)) add_line(total, *written(total), row);
    }
  }
  add_totals(comparison, row);
  add_arrays(comparison.arrays, row);
  return row;
}

ReportRow failed(const std::string& name, std::string reason, int status) {
  while (reason.ends_with('\n')) reason.pop_back();
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  ReportRow row;
  row.name = name;
  row.outcome = Outcome::kFailed;
  row.status = status;
  row.reasons.push_back(std::move(reason));
  return row;
}

// What a launch was measured by; of the whole report, that of the first one that was.
struct Source {
  measure::Provenance provenance;
  std::string method;
  bool is_known = false, is_recorded = false;
};

Source source_of(const measure::Measurement& measurement, bool is_recorded) {
  const measure::BuildResult* build = find_build(&measurement, measure::Build::kAsWritten);
  if (build == nullptr || !build->method) return {};
  return {measurement.provenance, measure::word(*build->method), true, is_recorded};
}

ReportRow report_point(const compare::Point& point, const compare::MeasureOptions& options,
                       bool is_offline, const compare::Recordings& recordings,
                       measure::Worker& worker, Source& source) {
  const base::Checked<Runs> runs = compare::simulate(point);
  if (!runs)
    return failed(point.name, base::render(runs.error(), point.request.file), kExitMistake);
  if (runs->back()->ending != run::Ending::kComplete)
    return failed(point.name, why_incomplete(*runs->back()), status_of(*runs->back()));
  if (is_offline) {
    const measure::Measurement* recorded = compare::look_up(recordings, point.request);
    if (recorded == nullptr)
      return failed(point.name, say("no recording holds this text and launch"), kExitNotMeasured);
    source = source_of(*recorded, true);
    return row_of(point.name, compare::compare(*runs, nullptr, recorded));
  }
  const measure::Measured<measure::Measurement> measured =
      compare::measure_launch(worker, point.request, *runs, options, measure::WaitOptions{});
  if (!measured) return failed(point.name, measured.error().message, kExitNotMeasured);
  source = source_of(*measured, false);
  return row_of(point.name, compare::compare(*runs, &*measured, nullptr));
}

size_t count(const std::vector<ReportRow>& rows, Outcome outcome) {
  return static_cast<size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const ReportRow& row) { return row.outcome == outcome; }));
}

// '|' would end a cell.
std::string in_cell(std::string text) {
  for (size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
    text.insert(at, "\\");
  return text;
}

std::string made_by(const Source& source, const std::string& command) {
  if (!source.is_known) return say("Made by `{command}`.", "command"_a = command);
  const measure::Provenance& from = source.provenance;
  const std::string gpu =
      say("{device} (compute capability {compute}, driver {driver}, CUDA Toolkit {toolkit})",
          "device"_a = from.device, "compute"_a = from.compute, "driver"_a = from.driver,
          "toolkit"_a = from.toolkit);
  const char* method = compare::shown(source.method);
  if (source.is_recorded) {
    return say("Made by `{command}` from a recording of {gpu}, {date}, {method}.",
               "command"_a = command, "gpu"_a = gpu, "date"_a = from.date, "method"_a = method);
  }
  return say("Made by `{command}` on {gpu}, {date}, {method}.", "command"_a = command,
             "gpu"_a = gpu, "date"_a = from.date, "method"_a = method);
}

void print_markdown(std::ostream& out, const std::vector<ReportRow>& rows, const Source& source,
                    const std::string& command) {
  const measure::Provenance& from = source.provenance;
  out << "# "
      << say("As written: the simulation beside {device}",
             "device"_a = source.is_known ? from.device : say("no GPU"))
      << "\n\n"
      << made_by(source, command) << "\n\n"
      << say("{count} launches: {equal} equal in every line, in total and in their arrays; "
             "{explained} differ in lines for a known reason; {different} differ; {failed} could "
             "not be compared.",
             "count"_a = rows.size(), "equal"_a = count(rows, Outcome::kEqual),
             "explained"_a = count(rows, Outcome::kExplained),
             "different"_a = count(rows, Outcome::kDiffers),
             "failed"_a = count(rows, Outcome::kFailed))
      << "\n\n"
      << say("A row counts pairs of a line and a kind of access. Of wavefronts (shared memory) and "
             "sectors (global memory) one number is shown where both sides agree, otherwise "
             "simulated / measured.")
      << "\n\n"
      << fmt::format("| {} | | {} | {} | {} | {} | {} |\n", label("launch"), label("rows equal"),
                     label("wavefronts"), label("sectors"), label("arrays"), label("what differs"))
      << "| --- | --- | --- | --- | --- | --- | --- |\n";
  for (const ReportRow& row : rows) {
    std::string reasons;
    for (size_t i = 0; i < std::min(row.reasons.size(), kShownReasons); ++i)
      reasons += (i == 0 ? "" : "; ") + row.reasons[i];
    if (row.reasons.size() > kShownReasons)
      reasons += "; " + say("and {count} more", "count"_a = row.reasons.size() - kShownReasons);
    out << fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", in_cell(row.name),
                       compare::shown(word(row.outcome)),
                       say("{count} of {all}", "count"_a = row.equal, "all"_a = row.rows),
                       row.wavefronts, row.sectors, in_cell(row.arrays), in_cell(reasons));
  }
}

void print_json(std::ostream& out, const std::vector<ReportRow>& rows, const Source& source,
                const std::string& command) {
  Json list = Json::array();
  for (const ReportRow& row : rows) {
    list.push_back({{"launch", row.name},
                    {"outcome", word(row.outcome)},
                    {"rows", row.rows},
                    {"rows_equal", row.equal},
                    {"wavefronts", row.wavefronts},
                    {"sectors", row.sectors},
                    {"arrays", row.arrays},
                    {"reasons", row.reasons}});
  }
  const Json json = {{"version", kJsonVersion},
                     {"command", command},
                     {"provenance", measure::Json(source.provenance)},
                     {"method", source.method},
                     {"equal", count(rows, Outcome::kEqual)},
                     {"explained", count(rows, Outcome::kExplained)},
                     {"differ", count(rows, Outcome::kDiffers)},
                     {"failed", count(rows, Outcome::kFailed)},
                     {"launches", std::move(list)}};
  out << to_text(json, 2) << "\n";
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
  std::vector<ReportRow> rows(counted.size());
  std::vector<Source> sources(counted.size());
  side_by_side(counted.size(), line.measure.jobs, surroundings.measuring_command,
               [&](size_t i, measure::Worker& worker) {
                 rows[i] =
                     report_point(counted[i], options, is_offline, recordings, worker, sources[i]);
               });
  const auto known = std::find_if(sources.begin(), sources.end(),
                                  [](const Source& source) { return source.is_known; });
  const Source source = known == sources.end() ? Source{} : *known;
  if (line.json)
    print_json(surroundings.out, rows, source, line.words);
  else
    print_markdown(surroundings.out, rows, source, line.words);
  if (surroundings.is_interrupted()) return kExitInterrupted;
  int status = points.problems.empty() ? kExitDone : kExitMistake;
  if (rows.empty()) status = worse(status, kExitNotMeasured);
  for (const ReportRow& row : rows)
    status = worse(status, row.outcome == Outcome::kDiffers ? kExitDiffers : row.status);
  return status;
}

}  // namespace warplens::cli
