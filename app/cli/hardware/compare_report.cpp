// The terminal's table has the number that matters of a row: wavefronts of shared memory, sectors
// of global memory. Requests are shown where they differ and the number does not. JSON has all
// counts.
#include "app/cli/hardware/reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/table.hpp"
#include "app/compare/shown_word.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

using compare::Cell;
using compare::Row;
using compare::Verdict;
using CellOf = std::optional<Cell> Row::*;

struct ShownColumn {
  Sentence title;    // in the table
  const char* name;  // in JSON
  CellOf cell;
};
constexpr ShownColumn kShown[] = {
    {sentence("as written"), "as_written", &Row::as_written},
    {sentence("as compiled"), "as_compiled", &Row::as_compiled},
    {sentence("recorded"), "recorded", &Row::recorded},
    {sentence("rec. compiled"), "recorded_as_compiled", &Row::recorded_as_compiled},
};
constexpr size_t kTerminalWidth = 120;
constexpr size_t kLeastSource = 16;  // characters of the line's text

const std::optional<uint64_t>& cost(measure::Space space, const measure::Counts& counts) {
  return space == measure::Space::kShared ? counts.wavefronts : counts.sectors;
}

// "1,024", "1,024 +24", "64 of 64 (block)": what was counted, and the difference.
std::string cell_text(const Row& row, const std::optional<Cell>& cell) {
  if (!cell) return "";
  if (cell->verdict == Verdict::kNotComparable) return "-";
  const std::optional<uint64_t>& number = cost(row.space, cell->counts);
  std::string text = number
                         ? grouped(*number)
                         : say("{count} requests", "count"_a = count_text(cell->counts.requests));
  const bool is_part = cell->simulated && row.line != 0;
  if (is_part) text = say("{count} of block", "count"_a = text);
  if (cell->difference != 0) {
    const auto size = static_cast<uint64_t>(std::abs(cell->difference));
    text += (cell->difference > 0 ? " +" : " -") + grouped(size);
  } else if (cell->verdict != Verdict::kEqual && cell->counts.requests) {
    text = say("{count} ({requests} req.)", "count"_a = text,
               "requests"_a = grouped(*cell->counts.requests));
  }
  return text;
}

// One word if all columns agree on it, else one a column, in the order of the columns.
std::string verdict_text(const Row& row) {
  std::vector<std::string> words;
  bool is_same = true;
  for (const ShownColumn& column : kShown) {
    const std::optional<Cell>& cell = row.*column.cell;
    if (!cell) continue;
    words.push_back(compare::shown(compare::word(cell->verdict)));
    is_same = is_same && words.back() == words.front();
  }
  if (words.empty()) return "";
  if (is_same) return words.front();
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " / ") + word;
  return text;
}

std::string shortened(const std::string& text, size_t width) {
  if (base::count_characters(text) <= width) return text;
  size_t end = 0;
  for (size_t left = width - 3; left > 0; --left) {
    do ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80);
  }
  return text.substr(0, end) + "...";
}

// Characters that the longest line of a table takes.
size_t width_of(const std::string& table) {
  size_t widest = 0;
  for (size_t begin = 0; begin < table.size();) {
    const size_t end = std::min(table.find('\n', begin), table.size());
    widest = std::max<size_t>(widest, base::count_characters(table.substr(begin, end - begin)));
    begin = end + 1;
  }
  return widest;
}

std::string place_of(const Row& row) {
  if (row.line == 0) return row.source_text.empty() && row.file.empty() ? label("total") : "?";
  return (row.file.empty() ? "" : row.file + ":") + std::to_string(row.line);
}

bool is_empty(const compare::LaunchComparison& launch, CellOf cell) {
  for (const std::vector<Row>* rows : {&launch.lines, &launch.totals}) {
    for (const Row& row : *rows) {
      if (row.*cell) return false;
    }
  }
  return true;
}

std::string kind_of(const Row& row) {
  return fmt::format("{} {}", compare::shown(measure::word(row.space)),
                     compare::shown(measure::word(row.operation)));
}

void print_rows(std::ostream& out, const compare::LaunchComparison& launch) {
  std::vector<Column> columns{{label("line"), Align::kLeft},
                              {label("op"), Align::kLeft},
                              {label("simulated"), Align::kRight},
                              {"", Align::kLeft}};
  std::vector<ShownColumn> shown;
  for (const ShownColumn& column : kShown) {
    if (is_empty(launch, column.cell)) continue;
    shown.push_back(column);
    columns.push_back({label(column.title), Align::kRight});
  }
  if (!shown.empty()) columns.push_back({label("verdict"), Align::kLeft});
  std::vector<std::vector<std::string>> rows;
  std::vector<const Row*> of_row;
  for (const std::vector<Row>* part : {&launch.lines, &launch.totals}) {
    for (const Row& row : *part) {
      const bool is_shared = row.space == measure::Space::kShared;
      std::vector<std::string> cells{place_of(row), kind_of(row),
                                     count_text(cost(row.space, row.simulated)),
                                     is_shared ? label("wavefronts") : label("sectors")};
      for (const ShownColumn& column : shown) cells.push_back(cell_text(row, row.*column.cell));
      if (!shown.empty()) cells.push_back(verdict_text(row));
      rows.push_back(std::move(cells));
      of_row.push_back(&row);
    }
  }
  const size_t taken = width_of(format_table(columns, rows, "  ")) + 2;
  if (taken + kLeastSource <= kTerminalWidth) {
    columns.push_back({label("source"), Align::kLeft});
    for (size_t i = 0; i < rows.size(); ++i)
      rows[i].push_back(shortened(of_row[i]->source_text, kTerminalWidth - taken));
  }
  out << format_table(columns, rows, "  ");
}

void print_causes(std::ostream& out, const compare::LaunchComparison& launch) {
  for (const Row& row : launch.lines) {
    for (const ShownColumn& column : kShown) {
      const std::optional<Cell>& cell = row.*column.cell;
      if (!cell || (cell->cause.empty() && cell->verdict != Verdict::kDiffers)) continue;
      out << fmt::format("  {} {}, {}: {}{}{}\n", place_of(row), kind_of(row), label(column.title),
                         compare::shown(compare::word(cell->verdict)),
                         cell->cause.empty() ? "" : ": ", cell->cause);
    }
  }
}

void print_time(std::ostream& out, const char* name, const std::optional<measure::Times>& times) {
  if (!times) return;
  out << "  " << say("time {name}: {time}", "name"_a = name, "time"_a = time_text(*times)) << "\n";
}

// What was counted; members that were not are absent.
Json counts_json(const measure::Counts& counts) {
  Json json = Json::object();
  if (counts.requests) json["requests"] = *counts.requests;
  if (counts.wavefronts) json["wavefronts"] = *counts.wavefronts;
  if (counts.sectors) json["sectors"] = *counts.sectors;
  if (counts.lines) json["lines"] = *counts.lines;
  if (counts.lanes) json["lanes"] = *counts.lanes;
  return json;
}

Json cell_json(const Cell& cell) {
  Json json = {{"counts", counts_json(cell.counts)},
               {"verdict", compare::word(cell.verdict)},
               {"difference", cell.difference}};
  if (cell.method) json["method"] = measure::word(*cell.method);
  if (!cell.cause.empty()) json["cause"] = cell.cause;
  if (cell.simulated) json["beside"] = counts_json(*cell.simulated);
  return json;
}

Json rows_json(const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) {
    Json json = {{"line", row.line},
                 {"space", measure::word(row.space)},
                 {"op", measure::word(row.operation)},
                 {"simulated", counts_json(row.simulated)}};
    if (!row.file.empty()) json["file"] = row.file;
    for (const ShownColumn& column : kShown) {
      if (row.*column.cell) json[column.name] = cell_json(*(row.*column.cell));
    }
    if (!row.source_text.empty()) json["source"] = row.source_text;
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

void print_comparison(std::ostream& out, const compare::Comparison& comparison) {
  for (size_t i = 0; i < comparison.launches.size(); ++i) {
    const compare::LaunchComparison& launch = comparison.launches[i];
    out << launch.kernel;
    if (comparison.launches.size() > 1)
      out << "  ("
          << say("launch {number} of {all}", "number"_a = i + 1,
                 "all"_a = comparison.launches.size())
          << ")";
    out << "\n";
    print_rows(out, launch);
    print_causes(out, launch);
    print_time(out, label("as written"), launch.as_written_time);
    print_time(out, label("as compiled"), launch.as_compiled_time);
    print_time(out, label("recorded, as written"), launch.recorded_time);
    print_time(out, label("recorded, as compiled"), launch.recorded_as_compiled_time);
    out << "\n";
  }
  print_arrays(out, comparison.arrays);
  for (const std::string& source : comparison.sources) out << source << "\n";
}

Json comparison_json(const compare::Comparison& comparison) {
  Json launches = Json::array();
  for (const compare::LaunchComparison& launch : comparison.launches) {
    Json json = {{"kernel", launch.kernel},
                 {"totals", rows_json(launch.totals)},
                 {"lines", rows_json(launch.lines)}};
    if (launch.as_written_time) json["as_written_time"] = measure::Json(*launch.as_written_time);
    if (launch.as_compiled_time) json["as_compiled_time"] = measure::Json(*launch.as_compiled_time);
    if (launch.recorded_time) json["recorded_time"] = measure::Json(*launch.recorded_time);
    if (launch.recorded_as_compiled_time) {
      json["recorded_as_compiled_time"] = measure::Json(*launch.recorded_as_compiled_time);
    }
    launches.push_back(std::move(json));
  }
  return {{"all_equal", comparison.all_equal},
          {"launches", std::move(launches)},
          {"arrays", measure::Json(comparison.arrays)},
          {"sources", comparison.sources}};
}

}  // namespace warplens::cli
