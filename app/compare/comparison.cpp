// A column is one build of one measurement. Each column's cells are judged line by line; the totals
// are sums over the lines that can be compared.
#include "app/compare/comparison.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "app/compare/joined_lines.hpp"
#include "app/compare/order.hpp"
#include "app/compare/shown_word.hpp"
#include "app/compare/verdict.hpp"
#include "kernels/measure/format/words.hpp"
#include "sim/base/say.hpp"

namespace warplens::compare {
namespace {

using measure::Counts;
using CellOf = std::optional<Cell> Row::*;

// One build of one measurement, and which member of the rows it fills.
struct ColumnSource {
  const measure::BuildResult* build = nullptr;
  CellOf cell = nullptr;
};

RowKey joined_key(RowKey key, const JoinedLines& joined) {
  std::tie(key.file, key.line) = joined.first(key.file, key.line);
  return key;
}

std::map<RowKey, Counts> measured_rows(const measure::LaunchResult& launch,
                                       const JoinedLines& joined) {
  std::map<RowKey, Counts> rows;
  for (const measure::LineCounts& line : launch.lines) {
    add(rows[joined_key({line.file, line.line, line.space, line.operation}, joined)], line.counts);
  }
  return rows;
}

SimulatedRows joined_rows(const SimulatedRows& rows, const JoinedLines& joined) {
  SimulatedRows all;
  for (const auto& [key, row] : rows) {
    add(all[joined_key(key, joined)], row);
  }
  return all;
}

// Nothing was executed there: zero of everything that the method counts.
Counts zeros(measure::Space space) {
  Counts counts;
  counts.requests = counts.lanes = 0;
  if (space == measure::Space::kShared) {
    counts.wavefronts = 0;
  } else {
    counts.sectors = 0;
    counts.lines = 0;
  }
  return counts;
}

// False: of a whole kernel, or of code without line information.
bool has_lines(const ColumnSource& column, const measure::LaunchResult& launch) {
  if (column.build->method == measure::Method::kCountersByKernel) return false;
  return launch.lines.empty() ||
         std::any_of(launch.lines.begin(), launch.lines.end(),
                     [](const measure::LineCounts& row) { return row.line != 0; });
}

// Of a launch whose rows have no lines.
Counts measured_total(const measure::LaunchResult& launch, const Row& total) {
  for (const measure::LineCounts& row : launch.lines) {
    if (row.space == total.space && row.operation == total.operation) return row.counts;
  }
  return zeros(total.space);
}

Cell judge(const ColumnSource& column, size_t launch, const RowKey& key,
           const SimulatedRow& simulated, const Counts& measured, const JoinedLines& joined) {
  const measure::BuildResult& build = *column.build;
  if (build.build == measure::Build::kAsWritten)
    return judge_as_written(key, simulated, measured, *build.method);
  std::vector<measure::Cause> causes = build.launches[launch].causes;
  for (measure::Cause& cause : causes)
    std::tie(cause.file, cause.line) = joined.first(cause.file, cause.line);
  return judge_as_compiled(key, simulated, measured, *build.method, causes);
}

const measure::LaunchResult* launch_of(const ColumnSource& column, size_t launch) {
  const measure::BuildResult* build = column.build;
  if (build == nullptr || !build->method || launch >= build->launches.size()) return nullptr;
  return &build->launches[launch];
}

// Counts by line: a row has a cell even if nothing was executed there. A replay has one where it
// measured something.
void fill_lines(const ColumnSource& column, size_t launch, const run::Run& run,
                const SimulatedRows& whole, const JoinedLines& joined,
                std::map<RowKey, Row>& rows) {
  const measure::LaunchResult* result = launch_of(column, launch);
  if (result == nullptr || !has_lines(column, *result)) return;
  const bool is_replay = column.build->method == measure::Method::kReplay;
  if (is_replay && run.recording == nullptr) return;
  const SimulatedRows simulated = is_replay ? joined_rows(rows_of_recording(run), joined) : whole;
  const std::map<RowKey, Counts> measured = measured_rows(*result, joined);
  for (const auto& [key, counts] : measured) rows[key];  // what the simulation does not know
  for (auto& [key, row] : rows) {
    const auto counted = measured.find(key);
    const auto known = simulated.find(key);
    if (is_replay && counted == measured.end()) continue;
    SimulatedRow beside = known == simulated.end() ? SimulatedRow{} : known->second;
    if (known == simulated.end()) beside.counts = zeros(key.space);
    const Counts counts = counted == measured.end() ? zeros(key.space) : counted->second;
    if (!agreement(beside.counts, counts).agrees) beside.kept_constant = kept_constant(run, key);
    Cell cell = judge(column, launch, key, beside, counts, joined);
    if (is_replay) cell.simulated = beside.counts;
    row.*column.cell = std::move(cell);
  }
}

// The graver verdict; not comparable is no statement.
Verdict graver(Verdict a, Verdict b) {
  const auto weight = [](Verdict verdict) {
    switch (verdict) {
      case Verdict::kNotComparable:
        return 0;
      case Verdict::kEqual:
        return 1;
      case Verdict::kArbitration:
        return 2;
      case Verdict::kCompiler:
        return 3;
      case Verdict::kDiffers:
        break;
    }
    return 4;
  };
  return weight(a) < weight(b) ? b : a;
}

std::string lines_words(const std::vector<uint32_t>& lines) {
  std::string numbers = std::to_string(lines.front());
  if (lines.size() == 1) return say("line {line}", "line"_a = numbers);
  for (size_t i = 1; i + 1 < lines.size(); ++i) numbers += ", " + std::to_string(lines[i]);
  return say("lines {lines} and {last}", "lines"_a = numbers, "last"_a = lines.back());
}

// The sum over the lines' cells of one (space, operation). A row that is not comparable is left out
// on both sides, and the cause names its line.
std::optional<Cell> sum_cells(const std::vector<Row>& lines, const Row& total, CellOf member) {
  std::optional<Cell> sum;
  Counts beside;
  std::vector<uint32_t> left_out, otherwise;
  std::string without_line;
  for (const Row& line : lines) {
    const std::optional<Cell>& cell = line.*member;
    if (line.space != total.space || line.operation != total.operation || !cell) continue;
    if (!sum) {
      sum = Cell{};
      sum->method = cell->method;
    }
    if (cell->verdict == Verdict::kNotComparable) {
      left_out.push_back(line.line);
      continue;
    }
    add(sum->counts, cell->counts);
    add(beside, cell->simulated.value_or(line.simulated));
    sum->verdict = graver(sum->verdict, cell->verdict);
    if (cell->verdict == Verdict::kEqual) continue;
    if (line.line == 0)
      without_line = cell->cause;
    else
      otherwise.push_back(line.line);
  }
  if (!sum) return sum;
  sum->difference = difference(total.space, beside, sum->counts);
  if (!left_out.empty() || sum->method == measure::Method::kReplay) sum->simulated = beside;
  if (!otherwise.empty()) sum->cause = say("see {lines}", "lines"_a = lines_words(otherwise));
  if (!without_line.empty()) sum->cause += (sum->cause.empty() ? "" : "; ") + without_line;
  if (!left_out.empty()) {
    sum->cause +=
        (sum->cause.empty() ? "" : "; ") +
        say("without {lines}, which cannot be compared", "lines"_a = lines_words(left_out));
  }
  return sum;
}

// What the simulation says of a (space, operation) as a whole, with what explains differences.
SimulatedRow sum_simulated(const SimulatedRows& rows, measure::Space space,
                           measure::Operation operation) {
  SimulatedRow sum;
  sum.counts = zeros(space);
  for (const auto& [key, row] : rows) {
    if (key.space == space && key.operation == operation) add(sum, row);
  }
  return sum;
}

void fill_totals(const ColumnSource& column, size_t launch, const SimulatedRows& whole,
                 const JoinedLines& joined, LaunchComparison& comparison) {
  const measure::LaunchResult* result = launch_of(column, launch);
  if (result == nullptr) return;
  for (Row& total : comparison.totals) {
    if (has_lines(column, *result)) {
      total.*column.cell = sum_cells(comparison.lines, total, column.cell);
      continue;
    }
    total.*column.cell = judge(column, launch, {"", 0, total.space, total.operation},
                               sum_simulated(whole, total.space, total.operation),
                               measured_total(*result, total), joined);
  }
}

std::vector<Row> empty_totals(const SimulatedRows& whole, const std::map<RowKey, Row>& lines) {
  std::set<std::pair<measure::Space, measure::Operation>> kinds;
  for (const auto& [key, row] : lines) kinds.emplace(key.space, key.operation);
  std::vector<Row> totals;
  for (const auto& [space, operation] : kinds) {
    Row total;
    total.space = space;
    total.operation = operation;
    total.simulated = sum_simulated(whole, space, operation).counts;
    totals.push_back(std::move(total));
  }
  return totals;
}

std::string without_indent(std::string_view line) {
  return std::string(line.substr(std::min(line.find_first_not_of(" \t"), line.size())));
}

// Both builds count the same: what made the one unlike the text made the other, and no optimiser.
void judge_alike(const std::optional<Cell>& written, std::optional<Cell>& compiled) {
  if (!written || !compiled || written->verdict == Verdict::kEqual) return;
  if (compiled->verdict != Verdict::kCompiler || !(written->counts == compiled->counts)) return;
  compiled->verdict = written->verdict;
  compiled->cause = written->cause;
}

LaunchComparison compare_launch(const run::Run& run, size_t launch,
                                const std::map<uint32_t, Chance>& sites_by_chance,
                                const std::vector<ColumnSource>& columns) {
  std::vector<measure::LineCounts> measured;
  for (const ColumnSource& column : columns) {
    const measure::LaunchResult* result = launch_of(column, launch);
    if (result != nullptr && has_lines(column, *result))
      measured.insert(measured.end(), result->lines.begin(), result->lines.end());
  }
  const JoinedLines joined(run, measured);
  const SimulatedRows whole = joined_rows(rows_of(run, sites_by_chance), joined);
  std::map<RowKey, Row> rows;
  for (const auto& [key, row] : whole) {
    rows[key].simulated = row.counts;
    if (row.counts.requests == uint64_t{0}) rows[key].constant_requests = row.constant_requests;
  }
  for (const ColumnSource& column : columns) fill_lines(column, launch, run, whole, joined, rows);
  LaunchComparison comparison;
  comparison.kernel = run.program->kernel->name;
  for (auto& [key, row] : rows) {
    row.file = key.file;
    row.line = key.line;
    row.space = key.space;
    row.operation = key.operation;
    row.source_text = without_indent(line_text(run, key));
    judge_alike(row.as_written, row.as_compiled);
    judge_alike(row.recorded, row.recorded_as_compiled);
    if (whole.find(key) == whole.end()) row.simulated = zeros(key.space);
    comparison.lines.push_back(row);
  }
  comparison.totals = empty_totals(whole, rows);
  for (const ColumnSource& column : columns) fill_totals(column, launch, whole, joined, comparison);
  return comparison;
}

// "as written: counters by line, NVIDIA H200, 2026-11-21", and why not in a better way.
void tell_source(const char* name, const measure::Measurement& measurement,
                 const measure::BuildResult* build, std::vector<std::string>& sources) {
  if (build == nullptr) return;
  const measure::Provenance& from = measurement.provenance;
  std::string words = std::string(name) + ": ";
  if (!build->method)
    words += label("not counted");
  else if (build->method == measure::Method::kReplay)
    words += label("replay (the recorded block's accesses)");
  else
    words += say(shown(measure::word(*build->method)));
  for (const std::string& part : {from.device, from.date}) {
    if (!part.empty()) words += ", " + part;
  }
  if (!build->refusal.empty()) words += ". " + build->refusal;
  sources.push_back(std::move(words));
}

bool is_all_equal(const Comparison& comparison) {
  bool is_anything_judged = false;
  for (const LaunchComparison& launch : comparison.launches) {
    for (const std::vector<Row>* rows : {&launch.totals, &launch.lines}) {
      for (const Row& row : *rows) {
        const std::optional<Cell>& cell = row.as_written ? row.as_written : row.recorded;
        if (cell && cell->verdict != Verdict::kEqual) return false;
        is_anything_judged = is_anything_judged || cell;
      }
    }
  }
  return is_anything_judged &&
         std::all_of(comparison.arrays.begin(), comparison.arrays.end(),
                     [](const measure::ArrayAgreement& array) { return array.agrees; });
}

}  // namespace

Comparison compare(const run::Runs& simulated, const measure::Measurement* measured,
                   const measure::Measurement* recorded) {
  using measure::Build;
  const measure::BuildResult* as_written = find_build(measured, Build::kAsWritten);
  const measure::BuildResult* as_compiled = find_build(measured, Build::kAsCompiled);
  const measure::BuildResult* was_written = find_build(recorded, Build::kAsWritten);
  const measure::BuildResult* was_compiled = find_build(recorded, Build::kAsCompiled);
  const std::vector<ColumnSource> columns{{as_written, &Row::as_written},
                                          {as_compiled, &Row::as_compiled},
                                          {was_written, &Row::recorded},
                                          {was_compiled, &Row::recorded_as_compiled}};
  Comparison comparison;
  const OrderedByChance chance = ordered_by_chance(simulated);
  for (size_t i = 0; i < simulated.size(); ++i) {
    LaunchComparison launch = compare_launch(*simulated[i], i, chance.sites[i], columns);
    launch.as_written_time = time_of(as_written, i);
    launch.as_compiled_time = time_of(as_compiled, i);
    launch.recorded_time = time_of(was_written, i);
    launch.recorded_as_compiled_time = time_of(was_compiled, i);
    comparison.launches.push_back(std::move(launch));
  }
  if (measured != nullptr) {
    comparison.arrays = measured->arrays;
    tell_source(label("as written"), *measured, as_written, comparison.sources);
    tell_source(label("as compiled"), *measured, as_compiled, comparison.sources);
  } else if (recorded != nullptr) {
    comparison.arrays = recorded->arrays;
  }
  if (recorded != nullptr) {
    tell_source(label("recorded, as written"), *recorded, was_written, comparison.sources);
    tell_source(label("recorded, as compiled"), *recorded, was_compiled, comparison.sources);
  }
  comparison.all_equal = is_all_equal(comparison);
  return comparison;
}

bool is_wrong(const Comparison& comparison) {
  const auto differs = [](const std::optional<Cell>& cell) {
    return cell && cell->verdict == Verdict::kDiffers;
  };
  for (const LaunchComparison& launch : comparison.launches) {
    for (const std::vector<Row>* rows : {&launch.lines, &launch.totals}) {
      for (const Row& row : *rows) {
        if (differs(row.as_written ? row.as_written : row.recorded)) return true;
      }
    }
  }
  return std::any_of(comparison.arrays.begin(), comparison.arrays.end(),
                     [](const measure::ArrayAgreement& array) { return !array.agrees; });
}

const measure::Measurement* find_recorded(const measure::MeasurementFile& recording,
                                          const std::string& text_hash, const std::string& launch) {
  for (const measure::Measurement& measurement : recording.measurements) {
    if (measurement.text_hash == text_hash && measurement.launch == launch) return &measurement;
  }
  return nullptr;
}

}  // namespace warplens::compare
