#include "app/cli/program_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "app/cli/print_section.hpp"
#include "app/cli/report.hpp"
#include "app/cli/table.hpp"
#include "app/study/finding.hpp"
#include "app/study/program.hpp"
#include "app/study/run.hpp"
#include "app/study/totals.hpp"
#include "sim/base/say.hpp"
#include "sim/run/sequence_run.hpp"

namespace warplens::cli {
namespace {

// Kinds of launches that are looked at: those behind are listed alone.
constexpr size_t kMostRows = 64;

const prepare::ReachedLaunch& launch_of(const ProgramSummary& summary, const LaunchRow& row) {
  return summary.reached->launches[row.launch];
}

bool is_same_kind(const prepare::ReachedLaunch& a, const prepare::ReachedLaunch& b) {
  return a.kernel == b.kernel && a.span == b.span && a.context->grid == b.context->grid &&
         a.context->block == b.context->block && a.context->shared_bytes == b.context->shared_bytes;
}

std::vector<LaunchRow> rows_of(const prepare::ReachedProgram& program) {
  std::vector<LaunchRow> rows;
  for (uint32_t i = 0; i < program.launches.size(); ++i) {
    const auto known = std::find_if(rows.begin(), rows.end(), [&](const LaunchRow& row) {
      return is_same_kind(program.launches[row.launch], program.launches[i]);
    });
    if (known != rows.end())
      ++known->times;
    else
      rows.push_back({i, 1, nullptr});
  }
  return rows;
}

bool has_error(const run::Run& run) {
  return std::any_of(run.findings.begin(), run.findings.end(), [](const observe::Finding& one) {
    return one.severity == base::Severity::kError;
  });
}

void choose(ProgramSummary& summary, std::optional<uint32_t> wanted) {
  using Why = ProgramSummary::Why;
  if (wanted) {
    summary.chosen = *wanted;
    summary.why = Why::kWanted;
    return;
  }
  uint64_t most = 0;
  for (const LaunchRow& row : summary.rows) {
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

std::string extents(const launch::Dim3& of) {
  if (of.z != 1) return fmt::format("{},{},{}", of.x, of.y, of.z);
  return of.y != 1 ? fmt::format("{},{}", of.x, of.y) : fmt::format("{}", of.x);
}

std::string numbers_of(const ProgramSummary& summary, const LaunchRow& row) {
  const std::string first = std::to_string(row.launch + 1);
  if (row.times == 1) return first;
  const bool is_run =
      row.launch + row.times <= summary.reached->launches.size() &&
      is_same_kind(launch_of(summary, row), summary.reached->launches[row.launch + row.times - 1]);
  return is_run ? first + "-" + std::to_string(row.launch + row.times) : first + "...";
}

std::vector<std::string> cells_of(const ProgramSummary& summary, const LaunchRow& row) {
  const prepare::ReachedLaunch& launch = launch_of(summary, row);
  const base::SourceFile& file = summary.reached->unit->file;
  std::vector<std::string> cells{numbers_of(summary, row),
                                 row.times == 1 ? "" : fmt::format("{} x", row.times),
                                 std::to_string(file.line_of(launch.span.begin)),
                                 launch.kernel,
                                 extents(launch.context->grid),
                                 extents(launch.context->block),
                                 grouped(launch.context->shared_bytes)};
  if (row.run == nullptr) return cells;
  const observe::SharedTotal shared = row.run->totals.shared_sum();
  const observe::GlobalTotal global = row.run->totals.global_sum();
  cells.push_back(grouped(shared.requests + global.requests));
  cells.push_back(grouped(shared.wavefronts));
  cells.push_back(grouped(global.sectors));
  cells.push_back(row.run->findings.empty() ? "" : std::to_string(row.run->findings.size()));
  if (run::is_cut(row.run->ending)) cells.push_back(study::cut_text(*row.run).said());
  return cells;
}

void print_host_findings(std::ostream& out, const prepare::ReachedProgram& program) {
  if (program.findings.empty()) return;
  out << say("findings in host code") << "\n";
  for (const observe::Finding& finding : program.findings)
    out << base::render(base::at(finding.span, finding.message, "", finding.severity),
                        program.unit->file);
  out << "\n";
}

std::string why_chosen(const ProgramSummary& summary) {
  const uint32_t number = summary.chosen + 1;
  switch (summary.why) {
    case ProgramSummary::Why::kWanted:
      return say("launch {number}:", "number"_a = number);
    case ProgramSummary::Why::kError:
      return say("launch {number}, the first with an error (--launch N shows another):",
                 "number"_a = number);
    case ProgramSummary::Why::kWaste:
      return say("launch {number}, the one with the most waste (--launch N shows another):",
                 "number"_a = number);
    case ProgramSummary::Why::kFirst:
      break;
  }
  return say("launch {number} (--launch N shows another):", "number"_a = number);
}

}  // namespace

uint64_t waste_of(const run::Run& run) {
  const observe::GlobalTotal global = run.totals.global_sum();
  const uint64_t ideal = std::min(global.ideal_sectors, global.sectors);
  return run.totals.shared_sum().conflicts + (global.sectors - ideal);
}

std::optional<ProgramSummary> program_without_launch(const prepare::Request& request,
                                                     const std::vector<std::string>& arguments) {
  if (request.program || request.reached == nullptr) return std::nullopt;
  prepare::Request whole = request;
  whole.program.emplace().arguments = arguments;
  const auto reached = request.reached->of(whole);
  if (!reached.ok() || !(*reached)->launches.empty()) return std::nullopt;
  ProgramSummary summary;
  summary.reached = *reached;
  return summary;
}

base::Checked<ProgramSummary> survey_program(const prepare::Request& request,
                                             std::optional<uint32_t> wanted,
                                             const Surroundings& surroundings) {
  ProgramSummary summary;
  const auto reached = request.reached->of(request);
  if (!reached.ok()) return base::fail(reached.error());
  summary.reached = *reached;
  summary.rows = rows_of(**reached);
  if (wanted && *wanted >= (*reached)->launches.size()) {
    return base::fail(base::Diagnostics{base::placeless(
        say("--launch {number}: the program launches {count}", "number"_a = *wanted + 1,
            "count"_a =
                say_count("{count} kernel", "{count} kernels", (*reached)->launches.size())),
        "")});
  }
  // The smallest first, so that what these do not take of their share is left for larger ones.
  std::vector<LaunchRow*> rows;
  for (LaunchRow& row : summary.rows) {
    if (rows.size() < kMostRows) rows.push_back(&row);
  }
  std::stable_sort(rows.begin(), rows.end(), [&](const LaunchRow* a, const LaunchRow* b) {
    return launch_of(summary, *a).work < launch_of(summary, *b).work;
  });
  uint64_t left = prepare::most_work_of_survey(**reached);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (surroundings.is_interrupted()) break;
    prepare::Request one = request;
    one.program->launch = rows[i]->launch;
    one.record = false;
    one.keeps_contents = false;
    one.store = std::make_shared<prepare::RunStore>();
    const uint64_t share = left / (rows.size() - i);
    one.most_work = prepare::most_work_of(launch_of(summary, *rows[i]), share);
    const base::Checked<Runs> runs = run::run_sequence(std::move(one));
    if (!runs.ok()) return base::fail(runs.error());
    rows[i]->run = runs->front();
    const bool is_cut = run::is_cut(runs->front()->ending);
    left -= std::min(left, is_cut ? share : runs->front()->work);
  }
  choose(summary, wanted);
  return summary;
}

std::shared_ptr<const run::Run> run_of_chosen(const ProgramSummary& summary) {
  for (const LaunchRow& row : summary.rows) {
    if (row.launch == summary.chosen) return row.run;
  }
  return nullptr;
}

void print_program(std::ostream& out, const ProgramSummary& summary) {
  const prepare::ReachedProgram& program = *summary.reached;
  out << program.unit->file.name() << "\n";
  for (const std::string& written : study::output_lines(program)) out << "  | " << written << "\n";
  out << "  " << study::ending_of(program) << "\n\n";
  print_host_findings(out, program);
  if (summary.rows.empty()) {
    out << "  " << say("it launches no kernel") << "\n\n";
    return;
  }
  std::vector<std::vector<std::string>> rows;
  for (const LaunchRow& row : summary.rows) rows.push_back(cells_of(summary, row));
  const Align right = Align::kRight;
  out << say("launches") << "\n"
      << format_table({{"", right},
                       {"", right},
                       {label("line"), right},
                       {label("kernel"), Align::kLeft},
                       {label("grid"), right},
                       {label("block"), right},
                       {label("shared"), right},
                       {label("requests"), right},
                       {label("wavefronts"), right},
                       {label("sectors"), right},
                       {label("findings"), right},
                       {"", Align::kLeft}},
                      rows, "  ");
  if (program.all_launches > program.launches.size())
    out << "  "
        << say("and {count} more, which were run and not looked at",
               "count"_a = grouped(program.all_launches - program.launches.size()))
        << "\n";
  out << "\n" << why_chosen(summary) << "\n";
}

Json host_findings_json(const ProgramSummary& summary) {
  return to_json(study::list_findings("findings", {&summary.reached->findings}));
}

Json program_json(const ProgramSummary& summary) {
  const prepare::ReachedProgram& program = *summary.reached;
  Json launches = Json::array();
  for (const LaunchRow& row : summary.rows) {
    const prepare::ReachedLaunch& launch = launch_of(summary, row);
    const launch::Dim3 &grid = launch.context->grid, &block = launch.context->block;
    Json one{{"line", program.unit->file.line_of(launch.span.begin)},
             {"kernel", launch.kernel},
             {"grid", {grid.x, grid.y, grid.z}},
             {"block", {block.x, block.y, block.z}},
             {"shared_bytes", launch.context->shared_bytes},
             {"times", row.times}};
    if (row.run != nullptr) {
      one["totals"] = to_json(study::describe(row.run->totals));
      one["complete"] = row.run->ending == run::Ending::kComplete;
      one["blocks_executed"] = row.run->blocks;
      one["findings"] = to_json(study::list_findings("findings", {&row.run->findings}));
    }
    launches.push_back(std::move(one));
  }
  return {
      {"program", {{"status", program.status}, {"stdout", program.out}, {"stderr", program.err}}},
      {"launches", std::move(launches)}};
}

}  // namespace warplens::cli
