#include "app/study/run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/study/counts.hpp"
#include "app/study/totals.hpp"
#include "app/study/words.hpp"
#include "sim/base/shown_part.hpp"

namespace warplens::study {
namespace {

using observe::AccessRow;

Section facts_of(const AccessRow& row) {
  Section section;
  section.fact("line", row.line);
  section.fact("column", row.column);
  section.fact("space", word(row.space));
  section.fact("op", word(row.kind));
  section.fact("array", row.array);
  if (row.kind == observe::AccessKind::kBulk)
    add_facts(section, row.bulk);
  else if (row.space == trace::Space::kShared)
    add_facts(section, row.shared);
  else if (row.space == trace::Space::kGlobal)
    add_facts(section, row.global);
  else
    add_facts(section, row.constant);
  if (!row.file.empty()) section.fact("file", row.file);
  if (std::string functions = functions_of(row); !functions.empty()) {
    section.fact("function", std::move(functions));
    section.fact("called_from", std::vector<Value>(row.call_lines.begin(), row.call_lines.end()));
  }
  return section;
}

// The line without its indent; of a long one what is around the span.
std::string trimmed(const base::SourceFile& file, const AccessRow& row) {
  const uint32_t part = file.part_of(row.span.begin);
  const std::string_view line = file.line_text(row.line, part);
  const auto caret = static_cast<uint32_t>(
      std::min<size_t>(row.span.begin - file.line_start(row.line, part), line.size()));
  const base::Span shown = base::shown_part(line, caret);
  const size_t begin =
      std::max<size_t>(shown.begin, std::min(line.find_first_not_of(" \t"), line.size()));
  return (shown.begin > 0 ? "..." : "") +
         std::string(line.substr(begin, std::max<size_t>(shown.end, begin) - begin)) +
         (shown.end < line.size() ? "..." : "");
}

// The line's text, and for a device function "(in reduce_row, called from lines 40 and 52)".
Text source_of(const run::Run& run, const AccessRow& row) {
  const std::string text = trimmed(run.program->unit->file, row);
  const std::string functions = functions_of(row);
  if (functions.empty()) return Text::as_is(text);
  std::vector<Text> lines;
  for (const uint32_t line : row.call_lines) lines.push_back(Text::as_is(std::to_string(line)));
  if (lines.size() < 2)
    return to_say("{source}  (in {functions}, called from line {line})", "source"_a = text,
                  "functions"_a = functions, "line"_a = list_of(lines));
  return to_say("{source}  (in {functions}, called from lines {lines})", "source"_a = text,
                "functions"_a = functions, "lines"_a = list_of(lines));
}

struct Cost {
  uint64_t requests = 0, number = 0;
};

Cost cost_of(const AccessRow& row) {
  switch (row.space) {
    case trace::Space::kShared:
      return {row.shared.requests, row.shared.wavefronts};
    case trace::Space::kConstant:
      return {row.constant.requests, row.constant.broadcasts};
    case trace::Space::kGlobal:
    case trace::Space::kLocal:
    case trace::Space::kRegisters:
    case trace::Space::kHost:
      break;
  }
  return {row.global.requests, row.global.sectors};
}

}  // namespace

std::string functions_of(const AccessRow& row) {
  std::string list;
  for (const std::string& function : row.functions) {
    if (!function.empty()) list += (list.empty() ? "" : ", ") + function;
  }
  return list;
}

List list_accesses(const run::Run& run) {
  List list{"accesses", {}};
  for (const AccessRow& row : run.accesses) list.items.push_back(facts_of(row));
  return list;
}

Section accesses_in_words(const run::Run& run) {
  Section section;
  if (run.accesses.empty()) return section;
  section.title = sentence("accesses, over the whole grid");
  const Align left = Align::kLeft;
  Table& table = section.table(nullptr, {{nullptr, sentence("place"), left},
                                         {nullptr, sentence("op"), left},
                                         {nullptr, sentence("space"), left},
                                         {nullptr, sentence("array"), left},
                                         {nullptr, name_of(Measure::kRequests)},
                                         {nullptr, sentence("cost")},
                                         {nullptr, Text(), left},
                                         {nullptr, sentence("per request")},
                                         {nullptr, name_of(Measure::kConflicts)},
                                         {nullptr, sentence("source"), left}});
  for (const AccessRow& row : run.accesses) {
    const Cost cost = cost_of(row);
    const std::string file = row.file.empty() ? "" : row.file + ":";
    table.rows.push_back(
        {fmt::format("{}{}:{}", file, row.line, row.column), Text(name_of(row.kind)),
         Text(name_of(row.space)), row.array.empty() ? "?" : row.array, cost.requests, cost.number,
         Text(name_of(cost_in(row.space))), ratio_of(cost.number, cost.requests),
         row.space == trace::Space::kShared ? Value(row.shared.conflicts) : Value(),
         source_of(run, row)});
  }
  return section;
}

}  // namespace warplens::study
