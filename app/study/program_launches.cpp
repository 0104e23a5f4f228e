#include "app/study/program_launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/study/counts.hpp"
#include "app/study/finding.hpp"
#include "app/study/program.hpp"
#include "app/study/run.hpp"
#include "app/study/totals.hpp"
#include "sim/base/grouped.hpp"

namespace warplens::study {
namespace {

using base::grouped;

const prepare::ReachedLaunch& launch_of(const ProgramSummary& summary, const LaunchesOfAKind& row) {
  return summary.reached->launches[row.launch];
}

bool has_error(const run::Run& run) {
  return observe::first_error(run.findings) != nullptr;
}

std::string extents(const launch::Dim3& of) {
  if (of.z != 1) return fmt::format("{},{},{}", of.x, of.y, of.z);
  return of.y != 1 ? fmt::format("{},{}", of.x, of.y) : fmt::format("{}", of.x);
}

std::string numbers_of(const ProgramSummary& summary, const LaunchesOfAKind& row) {
  const std::string first = std::to_string(row.launch + 1);
  if (row.times == 1) return first;
  const bool is_run =
      row.launch + row.times <= summary.reached->launches.size() &&
      is_same_kind(launch_of(summary, row), summary.reached->launches[row.launch + row.times - 1]);
  return is_run ? first + "-" + std::to_string(row.launch + row.times) : first + "...";
}

Value range_of(const CountRange& range) {
  if (range.least == range.most) return range.most;
  return grouped(range.least) + "-" + grouped(range.most);
}

std::vector<Value> cells_of(const ProgramSummary& summary, const LaunchesOfAKind& row) {
  const prepare::ReachedLaunch& launch = launch_of(summary, row);
  const base::SourceFile& file = summary.reached->unit->file;
  std::vector<Value> cells{numbers_of(summary, row),
                           row.times == 1 ? "" : fmt::format("{} x", row.times),
                           {file.line_of(launch.span.begin), Form::kPlain},
                           launch.kernel,
                           extents(launch.context->grid),
                           extents(launch.context->block),
                           launch.context->shared_bytes};
  if (row.run == nullptr) return cells;
  const size_t findings = row.run->findings.size();
  for (const CountRange* range : {&row.requests, &row.wavefronts, &row.sectors})
    cells.push_back(range_of(*range));
  cells.push_back(findings == 0 ? Value() : Value(findings, Form::kPlain));
  if (run::is_cut(row.run->ending)) {
    cells.emplace_back(cut_text(*row.run));
  } else if (row.looked_at < row.times) {
    cells.emplace_back(to_say("counted: {count} of them", "count"_a = grouped(row.looked_at)));
  }
  return cells;
}

Section facts_of(const ProgramSummary& summary, const LaunchesOfAKind& row) {
  const prepare::ReachedLaunch& launch = launch_of(summary, row);
  Section one;
  one.fact("line", summary.reached->unit->file.line_of(launch.span.begin));
  one.fact("kernel", launch.kernel);
  one.fact("grid", extents_of(launch.context->grid));
  one.fact("block", extents_of(launch.context->block));
  one.fact("shared_bytes", launch.context->shared_bytes);
  one.fact("times", row.times);
  if (row.run == nullptr) return one;
  one.parts.push_back(describe(row.run->totals));
  one.fact("complete", row.run->ending == run::Ending::kComplete);
  one.fact("blocks_executed", row.run->blocks);
  one.parts.push_back(list_findings("findings", {&row.run->findings}));
  if (row.looked_at > 1) {
    Section counts{.key = "counts"};
    counts.fact("launches", row.looked_at);
    const auto range = [&](const char* key, const CountRange& of) {
      counts.fact(key, std::vector<Value>{of.least, of.most});
    };
    range("requests", row.requests);
    range("wavefronts", row.wavefronts);
    range("sectors", row.sectors);
    one.parts.push_back(std::move(counts));
  }
  return one;
}

// For people: what it printed, and how it ended.
Section output_in_words(const prepare::ReachedProgram& program) {
  Section section;
  section.title = Text::as_is(program.unit->file.name());
  for (const std::string& written : output_lines(program))
    section.line(Text::as_is("| " + written));
  section.line(ending_of(program));
  return section;
}

Section host_findings_in_words(const prepare::ReachedProgram& program) {
  Section section;
  if (program.findings.empty()) return section;
  section.title = sentence("findings in host code");
  for (const observe::Finding& finding : program.findings)
    add_rendered(section, finding, program.unit->file);
  return section;
}

Section launches_in_words(const ProgramSummary& summary) {
  const prepare::ReachedProgram& program = *summary.reached;
  Section section;
  if (summary.rows.empty()) {
    section.line(sentence("it launches no kernel"));
    return section;
  }
  section.title = sentence("launches");
  Table& table = section.table(nullptr, {{nullptr, Text()},
                                         {nullptr, Text()},
                                         {nullptr, sentence("line")},
                                         {nullptr, sentence("kernel"), Align::kLeft},
                                         {nullptr, sentence("grid")},
                                         {nullptr, sentence("block")},
                                         {nullptr, sentence("shared")},
                                         {nullptr, name_of(Measure::kRequests)},
                                         {nullptr, name_of(Measure::kWavefronts)},
                                         {nullptr, name_of(Measure::kSectors)},
                                         {nullptr, sentence("findings")},
                                         {nullptr, Text(), Align::kLeft}});
  for (const LaunchesOfAKind& row : summary.rows) table.rows.push_back(cells_of(summary, row));
  if (program.all_launches > program.launches.size())
    section.line(to_say("and {count} more, which were run and not looked at",
                        "count"_a = grouped(program.all_launches - program.launches.size())));
  return section;
}

Text why_chosen(const ProgramSummary& summary) {
  const uint32_t number = summary.chosen + 1;
  const Text alone = to_say("launch {number}:", "number"_a = number);
  if (summary.reached->launches.size() == 1) return alone;
  switch (summary.why) {
    case ProgramSummary::Why::kWanted:
      return alone;
    case ProgramSummary::Why::kError:
      return to_say("launch {number}, the first with an error (--launch N shows another):",
                    "number"_a = number);
    case ProgramSummary::Why::kWaste:
      return to_say(
          "launch {number}, the one with the most excessive work (--launch N shows another):",
          "number"_a = number);
    case ProgramSummary::Why::kFirst:
      break;
  }
  return to_say("launch {number} (--launch N shows another):", "number"_a = number);
}

}  // namespace

std::vector<LaunchesOfAKind> kinds_of_launches(const prepare::ReachedProgram& program) {
  std::vector<LaunchesOfAKind> rows;
  for (uint32_t i = 0; i < program.launches.size(); ++i) {
    const auto known = std::find_if(rows.begin(), rows.end(), [&](const LaunchesOfAKind& row) {
      return is_same_kind(program.launches[row.launch], program.launches[i]);
    });
    if (known != rows.end())
      ++known->times;
    else
      rows.emplace_back().launch = i;
  }
  return rows;
}

uint32_t launch_of_row(const prepare::ReachedProgram& program, const LaunchesOfAKind& row,
                       uint64_t number) {
  uint32_t at = row.launch;
  while (number > 0 && at + 1 < program.launches.size()) {
    if (is_same_kind(program.launches[row.launch], program.launches[++at])) --number;
  }
  return at;
}

void CountRange::add(uint64_t count) {
  least = std::min(least, count);
  most = std::max(most, count);
}

void add_counts(LaunchesOfAKind& row, const run::Run& run) {
  const observe::SharedTotal shared = run.totals.shared_sum();
  const observe::GlobalTotal global = run.totals.global_sum();
  ++row.looked_at;
  row.requests.add(shared.requests + global.requests);
  row.wavefronts.add(shared.wavefronts);
  row.sectors.add(global.sectors);
}

uint64_t waste_of(const run::Run& run) {
  const observe::GlobalTotal global = run.totals.global_sum();
  const uint64_t ideal = std::min(global.ideal_sectors, global.sectors);
  return run.totals.shared_sum().conflicts + (global.sectors - ideal);
}

void choose_launch(ProgramSummary& summary, std::optional<uint32_t> wanted) {
  using Why = ProgramSummary::Why;
  if (wanted) {
    summary.chosen = *wanted;
    summary.why = Why::kWanted;
    return;
  }
  uint64_t most = 0;
  for (const LaunchesOfAKind& row : summary.rows) {
    if (row.run == nullptr) continue;
    if (has_error(*row.run)) {
      summary.chosen = row.launch;
      summary.why = Why::kError;
      return;
    }
    if (const uint64_t waste = waste_of(*row.run); waste > most) {
      most = waste;
      summary.chosen = row.launch;
      summary.why = Why::kWaste;
    }
  }
}

Section describe(const ProgramSummary& summary) {
  const prepare::ReachedProgram& program = *summary.reached;
  Section section;
  section.parts.push_back(output_in_words(program));
  section.parts.push_back(host_findings_in_words(program));
  section.parts.push_back(launches_in_words(summary));
  if (!summary.rows.empty()) section.parts.emplace_back(Section{.title = why_chosen(summary)});
  Section ended{.key = "program"};
  ended.fact("status", program.status);
  ended.fact("stdout", program.out);
  ended.fact("stderr", program.err);
  section.parts.push_back(std::move(ended));
  List launches{"launches", {}};
  for (const LaunchesOfAKind& row : summary.rows) launches.items.push_back(facts_of(summary, row));
  section.parts.push_back(std::move(launches));
  return section;
}

}  // namespace warplens::study
