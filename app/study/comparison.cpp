#include "app/study/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include "app/compare/shown_word.hpp"
#include "app/study/counts.hpp"
#include "app/study/format.hpp"
#include "app/study/measurement.hpp"
#include "app/study/words.hpp"
#include "kernels/measure/format/words.hpp"

namespace warplens::study {
namespace {

using compare::Cell;
using compare::LaunchComparison;
using compare::Row;
using compare::Verdict;

struct ComparedColumn {
  const char* key;
  Sentence title;
  std::optional<Cell> Row::*cell;
};
constexpr ComparedColumn kComparedColumns[] = {
    {"as_written", sentence("as written"), &Row::as_written},
    {"as_compiled", sentence("as compiled"), &Row::as_compiled},
    {"recorded", sentence("recorded"), &Row::recorded},
    {"recorded_as_compiled", sentence("rec. compiled"), &Row::recorded_as_compiled},
};

struct ComparedTime {
  const char* key;
  Sentence name;
  std::optional<measure::Times> LaunchComparison::*times;
};
constexpr ComparedTime kComparedTimes[] = {
    {"as_written_time", sentence("as written"), &LaunchComparison::as_written_time},
    {"as_compiled_time", sentence("as compiled"), &LaunchComparison::as_compiled_time},
    {"recorded_time", sentence("recorded, as written"), &LaunchComparison::recorded_time},
    {"recorded_as_compiled_time", sentence("recorded, as compiled"),
     &LaunchComparison::recorded_as_compiled_time},
};

// -------------------------------------------------------------------------------- for programs

// What was counted; facts that were not are absent.
Section counts_facts(const char* key, const measure::Counts& counts) {
  Section section{.key = key};
  section.fact(word(Measure::kRequests), count_of(counts.requests));
  section.fact(word(Measure::kWavefronts), count_of(counts.wavefronts));
  section.fact(word(Measure::kSectors), count_of(counts.sectors));
  section.fact(word(Measure::kLines), count_of(counts.lines));
  section.fact("lanes", count_of(counts.lanes));
  return section;
}

Section cell_facts(const char* key, const Cell& cell) {
  Section section{.key = key};
  section.parts.push_back(counts_facts("counts", cell.counts));
  section.fact("verdict", compare::word(cell.verdict));
  section.fact("difference", cell.difference);
  if (cell.method) section.fact("method", measure::word(*cell.method));
  if (!cell.cause.empty()) section.fact("cause", cell.cause);
  if (cell.simulated) section.parts.push_back(counts_facts("beside", *cell.simulated));
  return section;
}

// Of what the text does: constant memory, though a GPU is measured by its global loads.
trace::Space space_of(const Row& row) {
  if (row.constant_requests > 0) return trace::Space::kConstant;
  return row.space == measure::Space::kShared ? trace::Space::kShared : trace::Space::kGlobal;
}

List list_rows(const char* key, const std::vector<Row>& rows) {
  List list{key, {}};
  for (const Row& row : rows) {
    Section& one = list.items.emplace_back();
    one.fact("line", row.line);
    one.fact("space", word(space_of(row)));
    one.fact("op", word(row.operation));
    one.parts.push_back(counts_facts("simulated", row.simulated));
    if (row.constant_requests > 0) one.fact("constant_requests", row.constant_requests);
    if (!row.file.empty()) one.fact("file", row.file);
    for (const ComparedColumn& column : kComparedColumns) {
      if (const std::optional<Cell>& cell = row.*column.cell)
        one.parts.push_back(cell_facts(column.key, *cell));
    }
    if (!row.source_text.empty()) one.fact("source", row.source_text);
  }
  return list;
}

Section launch_facts(const LaunchComparison& launch) {
  Section section;
  section.fact("kernel", launch.kernel);
  section.parts.push_back(list_rows("totals", launch.totals));
  section.parts.push_back(list_rows("lines", launch.lines));
  for (const ComparedTime& time : kComparedTimes) {
    const std::optional<measure::Times>& times = launch.*time.times;
    if (!times) continue;
    Section facts{.key = time.key};
    facts.fact("median_us", {times->median_us, Form::kTwoPlaces});
    facts.fact("spread", {times->spread, Form::kThreeDigits});
    facts.fact("runs", times->runs);
    facts.fact("settled", times->settled);
    section.parts.push_back(std::move(facts));
  }
  return section;
}

Value unless_empty(const std::string& text) {
  return text.empty() ? Value() : Value(text);
}

Table agreements_table(const std::vector<measure::ArrayAgreement>& arrays) {
  Table table{"arrays",
              {{"name", std::nullopt},
               {"elements", std::nullopt},
               {"differing", std::nullopt},
               {"worst_ulp", std::nullopt},
               {"rule", std::nullopt},
               {"agrees", std::nullopt}},
              {}};
  for (const measure::ArrayAgreement& array : arrays)
    table.rows.push_back({unless_empty(array.name), array.elements, array.differing,
                          array.worst_ulp, unless_empty(array.rule), array.agrees});
  return table;
}

Section provenance_facts(const measure::Provenance& from) {
  Section section{.key = "provenance"};
  section.fact("device", unless_empty(from.device));
  section.fact("compute", unless_empty(from.compute));
  section.fact("driver", unless_empty(from.driver));
  section.fact("toolkit", unless_empty(from.toolkit));
  section.fact("date", unless_empty(from.date));
  section.fact("program", unless_empty(from.program));
  return section;
}

// ---------------------------------------------------------------- the launches of a text, by line

const std::optional<uint64_t>& number_that_matters(measure::Space space,
                                                   const measure::Counts& counts) {
  return space == measure::Space::kShared ? counts.wavefronts : counts.sectors;
}

Text verdict_name(Verdict verdict) {
  return compare::shown(compare::word(verdict));
}

// "1,024", "1,024 +24", "64 of block": what was counted, and the difference.
Text cell_text(const Row& row, const Cell& cell) {
  if (cell.verdict == Verdict::kNotComparable) return Text::as_is("-");
  const std::optional<uint64_t>& number = number_that_matters(row.space, cell.counts);
  Text text =
      number ? Text::as_is(grouped(*number))
             : to_say("{count} requests", "count"_a = rendered(count_of(cell.counts.requests)));
  const bool is_part = cell.simulated && row.line != 0;
  if (is_part) text = to_say("{count} of block", "count"_a = text);
  if (cell.difference != 0) {
    const std::string size = grouped(static_cast<uint64_t>(std::abs(cell.difference)));
    return cell.difference > 0 ? to_say("{count} +{more}", "count"_a = text, "more"_a = size)
                               : to_say("{count} -{fewer}", "count"_a = text, "fewer"_a = size);
  }
  if (cell.verdict != Verdict::kEqual && cell.counts.requests)
    return to_say("{count} ({requests} req.)", "count"_a = text,
                  "requests"_a = grouped(*cell.counts.requests));
  return text;
}

// One name if all columns agree on it, else one a column, in the order of the columns.
Text verdicts_text(const Row& row) {
  std::vector<Verdict> all;
  for (const ComparedColumn& column : kComparedColumns) {
    if (const std::optional<Cell>& cell = row.*column.cell) all.push_back(cell->verdict);
  }
  Text text;
  bool is_same = true;
  for (const Verdict verdict : all) {
    is_same = is_same && verdict == all.front();
    text = text.empty()
               ? verdict_name(verdict)
               : to_say("{verdict} / {next}", "verdict"_a = text, "next"_a = verdict_name(verdict));
  }
  return is_same && !all.empty() ? verdict_name(all.front()) : text;
}

Text line_text(const Row& row) {
  if (row.line == 0)
    return row.source_text.empty() && row.file.empty() ? Text(sentence("total")) : Text::as_is("?");
  return Text::as_is(row.file.empty() ? std::to_string(row.line)
                                      : fmt::format("{}:{}", row.file, row.line));
}

Text access_text(const Row& row) {
  return to_say("{space} {operation}", "space"_a = Text(name_of(space_of(row))),
                "operation"_a = Text(name_of(row.operation)));
}

std::vector<ComparedColumn> filled_columns(const LaunchComparison& launch) {
  std::vector<ComparedColumn> filled;
  for (const ComparedColumn& column : kComparedColumns) {
    bool has_cell = false;
    for (const std::vector<Row>* rows : {&launch.lines, &launch.totals}) {
      for (const Row& row : *rows) has_cell = has_cell || row.*column.cell;
    }
    if (has_cell) filled.push_back(column);
  }
  return filled;
}

Table rows_table(const LaunchComparison& launch) {
  const std::vector<ComparedColumn> filled = filled_columns(launch);
  Table table{nullptr,
              {{nullptr, sentence("line"), Align::kLeft},
               {nullptr, sentence("op"), Align::kLeft},
               {nullptr, sentence("simulated")},
               {nullptr, Text(), Align::kLeft}},
              {}};
  for (const ComparedColumn& column : filled) table.columns.push_back({nullptr, column.title});
  if (!filled.empty()) table.columns.push_back({nullptr, sentence("verdict"), Align::kLeft});
  table.columns.push_back({nullptr, sentence("source"), Align::kLeft, true});
  for (const std::vector<Row>* rows : {&launch.lines, &launch.totals}) {
    for (const Row& row : *rows) {
      std::vector<Value> cells{line_text(row), access_text(row)};
      if (row.constant_requests > 0) {
        cells.insert(cells.end(), {row.constant_requests, Text(head_of(Measure::kRequests))});
      } else {
        cells.insert(cells.end(), {count_of(number_that_matters(row.space, row.simulated)),
                                   Text(name_of(cost_in(row.space)))});
      }
      for (const ComparedColumn& column : filled) {
        const std::optional<Cell>& cell = row.*column.cell;
        cells.push_back(cell ? Value(cell_text(row, *cell)) : Value());
      }
      if (!filled.empty()) cells.emplace_back(verdicts_text(row));
      cells.emplace_back(row.source_text);
      table.rows.push_back(std::move(cells));
    }
  }
  return table;
}

void add_causes(Section& section, const LaunchComparison& launch) {
  for (const Row& row : launch.lines) {
    for (const ComparedColumn& column : kComparedColumns) {
      const std::optional<Cell>& cell = row.*column.cell;
      if (!cell || (cell->cause.empty() && cell->verdict != Verdict::kDiffers)) continue;
      const Text verdict = to_say("{place} {kind}, {column}: {verdict}", "place"_a = line_text(row),
                                  "kind"_a = access_text(row), "column"_a = Text(column.title),
                                  "verdict"_a = verdict_name(cell->verdict));
      section.line(cell->cause.empty()
                       ? verdict
                       : to_say("{what}: {why}", "what"_a = verdict, "why"_a = cell->cause));
    }
  }
}

Section launch_in_words(const compare::Comparison& comparison, size_t index) {
  const LaunchComparison& launch = comparison.launches[index];
  Section section;
  section.title = comparison.launches.size() == 1
                      ? Text::as_is(launch.kernel)
                      : to_say("{kernel}  (launch {number} of {all})", "kernel"_a = launch.kernel,
                               "number"_a = index + 1, "all"_a = comparison.launches.size());
  section.parts.emplace_back(rows_table(launch));
  add_causes(section, launch);
  for (const ComparedTime& time : kComparedTimes) {
    if (const std::optional<measure::Times>& times = launch.*time.times)
      section.line(
          to_say("time {name}: {time}", "name"_a = Text(time.name), "time"_a = time_text(*times)));
  }
  return section;
}

// ------------------------------------------------------------------------ many texts, a row each

constexpr size_t kShownReasons = 2;  // programs get all

const char* outcome_word(Outcome outcome) {
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

// The column of the text as written: measured here, or recorded.
const std::optional<Cell>& written(const Row& row) {
  return row.as_written ? row.as_written : row.recorded;
}

Text counts_text(const measure::Counts& counts) {
  std::vector<Text> parts;
  if (counts.requests) parts.push_back(grouped_count(Measure::kRequests, *counts.requests));
  if (counts.wavefronts) parts.push_back(grouped_count(Measure::kWavefronts, *counts.wavefronts));
  if (counts.sectors) parts.push_back(grouped_count(Measure::kSectors, *counts.sectors));
  if (counts.lines) parts.push_back(grouped_count(Measure::kLines, *counts.lines));
  if (counts.lanes) parts.push_back(to_say("{count} lanes", "count"_a = grouped(*counts.lanes)));
  return commas_between(parts);
}

Text difference_text(const Row& row, const Cell& cell) {
  const Text place = row.file.empty() ? to_say("line {line}", "line"_a = row.line)
                                      : Text::as_is(fmt::format("{}:{}", row.file, row.line));
  Text reason = to_say("{place} {kind}", "place"_a = place, "kind"_a = access_text(row));
  if (!cell.cause.empty())
    reason = to_say("{what}: {why}", "what"_a = reason, "why"_a = cell.cause);
  if (cell.verdict == Verdict::kDiffers)
    reason = to_say("{what}: simulated {simulated}; measured {measured}", "what"_a = reason,
                    "simulated"_a = counts_text(cell.simulated.value_or(row.simulated)),
                    "measured"_a = counts_text(cell.counts));
  return reason;
}

// Lines that are not equal, each with its reason.
struct Reasons {
  std::vector<Text> wrong, explained;
};

void add_line(const Row& row, const Cell& cell, ComparedLaunch& to, Reasons& reasons) {
  ++to.rows;
  if (cell.verdict == Verdict::kEqual) {
    ++to.equal;
    return;
  }
  const bool is_wrong = cell.verdict == Verdict::kDiffers;
  to.outcome = std::max(to.outcome, is_wrong ? Outcome::kDiffers : Outcome::kExplained);
  (is_wrong ? reasons.wrong : reasons.explained).push_back(difference_text(row, cell));
}

void add_total(const Row& row, ComparedLaunch& to) {
  const std::optional<Cell>& cell = written(row);
  if (!cell) return;
  const measure::Counts& beside = cell->simulated ? *cell->simulated : row.simulated;
  const std::optional<uint64_t>& counted = number_that_matters(row.space, cell->counts);
  const std::optional<uint64_t>& expected = number_that_matters(row.space, beside);
  if (!counted || !expected) return;
  ComparedLaunch::Sum& sum = row.space == measure::Space::kShared ? to.wavefronts : to.sectors;
  sum.simulated = sum.simulated.value_or(0) + *expected;
  sum.measured = sum.measured.value_or(0) + *counted;
}

void add_arrays(const std::vector<measure::ArrayAgreement>& arrays, ComparedLaunch& to) {
  uint64_t agreeing = 0;
  std::vector<Text> others;
  for (const measure::ArrayAgreement& array : arrays) {
    const bool is_compared = array.elements > 0;
    if (array.agrees && is_compared) {
      ++agreeing;
      continue;
    }
    to.outcome = std::max(to.outcome, array.agrees ? Outcome::kExplained : Outcome::kDiffers);
    others.push_back(is_compared
                         ? to_say("{array}: {count} of {all} differ ({rule})",
                                  "array"_a = array.name, "count"_a = grouped(array.differing),
                                  "all"_a = grouped(array.elements), "rule"_a = array.rule)
                         : to_say("{what}: {why}", "what"_a = array.name, "why"_a = array.rule));
  }
  others.insert(others.begin(), to_say("{count} agree", "count"_a = agreeing));
  to.arrays = clauses_of(others);
}

std::string sum_words(const ComparedLaunch::Sum& sum) {
  if (!sum.measured) return "";
  return sum.simulated == sum.measured
             ? grouped(*sum.simulated)
             : fmt::format("{} / {}", grouped(*sum.simulated), grouped(*sum.measured));
}

Value reasons_value(const std::vector<Text>& reasons) {
  std::vector<Text> shown(reasons.begin(), reasons.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                 reasons.size(), kShownReasons)));
  if (reasons.size() > kShownReasons)
    shown.push_back(to_say("and {count} more", "count"_a = reasons.size() - kShownReasons));
  return {Value(values_of(reasons)), clauses_of(shown)};
}

std::vector<Value> outcome_row(const ComparedLaunch& launch) {
  const char* outcome = outcome_word(launch.outcome);
  return {launch.name,
          Value(outcome, compare::shown(outcome)),
          launch.rows,
          {Value(launch.equal),
           to_say("{count} of {all}", "count"_a = launch.equal, "all"_a = launch.rows)},
          sum_words(launch.wavefronts),
          sum_words(launch.sectors),
          launch.arrays,
          reasons_value(launch.reasons)};
}

uint64_t launches_with(const ComparedLaunches& compared, Outcome outcome) {
  return static_cast<uint64_t>(
      std::count_if(compared.launches.begin(), compared.launches.end(),
                    [&](const ComparedLaunch& launch) { return launch.outcome == outcome; }));
}

Text made_by_text(const ComparedLaunches& compared) {
  if (!compared.by) return to_say("Made by `{command}`.", "command"_a = compared.command);
  const measure::Provenance& from = compared.by->provenance;
  const Text gpu =
      to_say("{device} (compute capability {compute}, driver {driver}, CUDA Toolkit {toolkit})",
             "device"_a = from.device, "compute"_a = from.compute, "driver"_a = from.driver,
             "toolkit"_a = from.toolkit);
  const Text method = name_of(compared.by->method);
  if (compared.by->is_recorded)
    return to_say("Made by `{command}` from a recording of {gpu}, {date}, {method}.",
                  "command"_a = compared.command, "gpu"_a = gpu, "date"_a = from.date,
                  "method"_a = method);
  return to_say("Made by `{command}` on {gpu}, {date}, {method}.", "command"_a = compared.command,
                "gpu"_a = gpu, "date"_a = from.date, "method"_a = method);
}

}  // namespace

Section describe(const compare::Comparison& comparison) {
  Section section;
  section.fact("all_equal", comparison.all_equal);
  List launches{"launches", {}};
  for (size_t i = 0; i < comparison.launches.size(); ++i) {
    launches.items.push_back(launch_facts(comparison.launches[i]));
    section.parts.emplace_back(launch_in_words(comparison, i));
  }
  section.parts.push_back(std::move(launches));
  section.parts.emplace_back(agreements_table(comparison.arrays));
  section.fact("sources", values_of(comparison.sources));
  Section beneath;
  for (const measure::ArrayAgreement& array : comparison.arrays)
    beneath.line(agreement_text(array));
  for (const std::string& source : comparison.sources) beneath.line(Text::as_is(source), -1);
  section.parts.push_back(std::move(beneath));
  return section;
}

ComparedLaunch compared_launch(std::string name, const compare::Comparison& comparison) {
  ComparedLaunch all;
  all.name = std::move(name);
  Reasons reasons;
  for (const LaunchComparison& launch : comparison.launches) {
    bool has_lines = false;
    for (const Row& line : launch.lines) {
      if (!written(line)) continue;
      add_line(line, *written(line), all, reasons);
      has_lines = true;
    }
    for (const Row& total : launch.totals) {  // counters of whole kernels have no lines
      if (!has_lines && written(total)) add_line(total, *written(total), all, reasons);
      add_total(total, all);
    }
  }
  add_arrays(comparison.arrays, all);
  all.reasons = std::move(reasons.wrong);
  all.reasons.insert(all.reasons.end(), reasons.explained.begin(), reasons.explained.end());
  return all;
}

ComparedLaunch not_compared(std::string name, std::string reason) {
  while (reason.ends_with('\n')) reason.pop_back();
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  ComparedLaunch all;
  all.name = std::move(name);
  all.outcome = Outcome::kFailed;
  all.reasons.push_back(Text::as_is(std::move(reason)));
  return all;
}

Section describe(const ComparedLaunches& compared) {
  const measure::Provenance from = compared.by ? compared.by->provenance : measure::Provenance{};
  const uint64_t equal = launches_with(compared, Outcome::kEqual);
  const uint64_t explained = launches_with(compared, Outcome::kExplained);
  const uint64_t different = launches_with(compared, Outcome::kDiffers);
  const uint64_t failed = launches_with(compared, Outcome::kFailed);
  Section section;
  section.title =
      to_say("As written: the simulation beside {device}",
             "device"_a = compared.by ? Text::as_is(from.device) : Text(sentence("no GPU")));
  section.fact("command", compared.command);
  section.parts.push_back(provenance_facts(from));
  section.fact("method", compared.by ? measure::word(compared.by->method) : "");
  section.fact("equal", equal);
  section.fact("explained", explained);
  section.fact("differ", different);
  section.fact("failed", failed);
  section.line(made_by_text(compared));
  section.line(to_say(
      "{count} launches: {equal} equal in every line, in total and in their arrays; {explained} "
      "differ in lines for a known reason; {different} differ; {failed} could not be compared.",
      "count"_a = compared.launches.size(), "equal"_a = equal, "explained"_a = explained,
      "different"_a = different, "failed"_a = failed));
  section.line(
      sentence("A row counts pairs of a line and a kind of access. Of wavefronts (shared memory) "
               "and sectors (global memory) one number is shown where both sides agree, otherwise "
               "simulated / measured."));
  Table& table =
      section.table("launches", {{"launch", sentence("launch")},
                                 {"outcome", Text()},
                                 {"rows", std::nullopt},
                                 {"rows_equal", sentence("rows equal")},
                                 {word(Measure::kWavefronts), name_of(Measure::kWavefronts)},
                                 {word(Measure::kSectors), name_of(Measure::kSectors)},
                                 {"arrays", sentence("arrays")},
                                 {"reasons", sentence("what differs")}});
  for (const ComparedLaunch& launch : compared.launches) table.rows.push_back(outcome_row(launch));
  return section;
}

}  // namespace warplens::study
