// The report of `warplens run`: the launch, totals, one line an access, findings.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "app/cli/report.hpp"
#include "app/cli/table.hpp"
#include "app/cli/words.hpp"
#include "sim/base/shown_part.hpp"

namespace warplens::cli {
namespace {

constexpr trace::Operation kOperations[] = {trace::Operation::kLoad, trace::Operation::kStore,
                                            trace::Operation::kAtomic};

std::string sizes(const launch::Dim3& dim) {
  return fmt::format("{} x {} x {}", dim.x, dim.y, dim.z);
}

std::string ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? ""
                    : fmt::format("{:.2f}", static_cast<double>(part) / static_cast<double>(whole));
}

std::string percent(uint64_t part, uint64_t whole) {
  return whole == 0 ? ""
                    : fmt::format("{:.3g} %",
                                  100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void print_head(std::ostream& out, const engine::Run& run) {
  const machine::GridContext& context = *run.context;
  out << run.program->kernel->name << "  (" << run.request.file.name() << ")\n";
  out << fmt::format(
      "  grid {} of blocks {}: {} {} and {} {} a block, {} bytes of shared memory a block\n",
      sizes(context.grid), sizes(context.block), context.block.count(),
      context.block.count() == 1 ? "thread" : "threads", context.warps_per_block(),
      context.warps_per_block() == 1 ? "warp" : "warps", grouped(context.shared_bytes));
  if (!run.request.launch_source.empty()) {
    out << "  launch taken from " << run.request.launch_source << "\n";
    const size_t launches = run.program->unit->launches.size();
    if (launches > 1 && run.request.launch.then.empty()) {
      out << "  (the first of " << launches
          << " in the file: --then-all runs them one after another)\n";
    }
  }
  if (!run.request.guessed.empty()) {
    out << "  guessed:";
    for (const std::string& option : run.request.guessed) out << " " << option;
    out << "\n";
  }
  out << "  " << run.device.name << "\n";
  out << "  " << grouped(run.steps) << " warp instructions executed";
  if (run.flops > 0) out << ", " << grouped(run.flops) << " floating-point operations";
  out << "\n";
}

void print_totals(std::ostream& out, const analysis::Totals& totals) {
  std::vector<std::vector<std::string>> shared, global;
  for (const trace::Operation operation : kOperations) {
    const analysis::SharedTotal& s = totals.shared[static_cast<size_t>(operation)];
    if (s.requests > 0) {
      shared.push_back({word(operation), grouped(s.requests), grouped(s.wavefronts),
                        grouped(s.conflicts), ratio(s.wavefronts, s.requests)});
    }
    const analysis::GlobalTotal& g = totals.global[static_cast<size_t>(operation)];
    if (g.requests > 0) {
      global.push_back({word(operation), grouped(g.requests), grouped(g.sectors), grouped(g.lines),
                        ratio(g.sectors, g.requests), grouped(g.bytes_requested),
                        grouped(g.bytes_used), grouped(g.bytes_moved),
                        percent(g.bytes_used, g.bytes_moved)});
    }
  }
  const Align right = Align::kRight;
  const bool has_constant = totals.constant.requests > 0;
  if (shared.empty() && global.empty() && !has_constant)
    out << "\nno access to shared or global memory\n";
  if (!shared.empty()) {
    out << "\nshared memory\n"
        << format_table({{"", Align::kLeft},
                         {"requests", right},
                         {"wavefronts", right},
                         {"conflicts", right},
                         {"wavefronts/request", right}},
                        shared, "  ");
  }
  if (!global.empty()) {
    out << "\nglobal memory\n"
        << format_table({{"", Align::kLeft},
                         {"requests", right},
                         {"sectors", right},
                         {"lines", right},
                         {"sectors/request", right},
                         {"bytes requested", right},
                         {"used", right},
                         {"moved", right},
                         {"used/moved", right}},
                        global, "  ");
  }
  if (has_constant) {
    out << "\nconstant memory\n"
        << format_table(
               {{"", Align::kLeft},
                {"requests", right},
                {"broadcasts", right},
                {"broadcasts/request", right}},
               {{"load", grouped(totals.constant.requests), grouped(totals.constant.broadcasts),
                 ratio(totals.constant.broadcasts, totals.constant.requests)}},
               "  ");
  }
}

// The line without its indent; of a long one what is around the span.
std::string trimmed(const base::SourceFile& file, const analysis::AccessRow& row) {
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

struct Cost {
  uint64_t requests = 0, number = 0;
  const char* unit = "";
};

Cost cost_of(const analysis::AccessRow& row) {
  switch (row.space) {
    case trace::Space::kShared:
      return {row.shared.requests, row.shared.wavefronts, "wavefronts"};
    case trace::Space::kConstant:
      return {row.constant.requests, row.constant.broadcasts, "broadcasts"};
    case trace::Space::kGlobal:
      break;
  }
  return {row.global.requests, row.global.sectors, "sectors"};
}

// The line's text, and for a device function "(in reduce_row, called from lines 40 and 52)".
std::string source_of(const engine::Run& run, const analysis::AccessRow& row) {
  const base::SourceFile& file = run.program->unit->file;
  std::string text = trimmed(file, row);
  const std::string functions = functions_of(row);
  if (functions.empty()) return text;
  text += "  (in " + functions + ", called from line" + (row.call_lines.size() > 1 ? "s " : " ");
  for (size_t i = 0; i < row.call_lines.size(); ++i) {
    if (i > 0) text += i + 1 == row.call_lines.size() ? " and " : ", ";
    text += std::to_string(row.call_lines[i]);
  }
  return text + ")";
}

void print_accesses(std::ostream& out, const engine::Run& run) {
  if (run.accesses.empty()) return;
  std::vector<std::vector<std::string>> rows;
  for (const analysis::AccessRow& row : run.accesses) {
    const bool is_shared = row.space == trace::Space::kShared;
    const Cost cost = cost_of(row);
    const std::string file = row.file.empty() ? "" : row.file + ":";
    rows.push_back({fmt::format("{}{}:{}", file, row.line, row.column), word(row.operation),
                    word(row.space), row.array.empty() ? "?" : row.array, grouped(cost.requests),
                    grouped(cost.number), cost.unit, ratio(cost.number, cost.requests),
                    is_shared ? grouped(row.shared.conflicts) : "", source_of(run, row)});
  }
  const Align left = Align::kLeft, right = Align::kRight;
  out << "\naccesses, over the whole grid\n"
      << format_table({{"place", left},
                       {"op", left},
                       {"space", left},
                       {"array", left},
                       {"requests", right},
                       {"cost", right},
                       {"", left},
                       {"per request", right},
                       {"conflicts", right},
                       {"source", left}},
                      rows, "  ");
}

const char* counted_words(const analysis::Finding& finding) {
  const bool is_access = finding.kind == "out_of_bounds" || finding.kind == "misaligned";
  if (is_access) return finding.count == 1 ? "lane access" : "lane accesses";
  return finding.count == 1 ? "thread" : "threads";
}

void print_prints(std::ostream& out, const analysis::Prints& prints) {
  if (prints.lines.empty()) return;
  out << "\nprintf, in the order of execution\n";
  for (const analysis::PrintLine& line : prints.lines) {
    std::string text = line.text;
    while (text.ends_with('\n')) text.pop_back();
    for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 5)) {
      text.insert(at + 1, "    ");
    }
    out << fmt::format("  block {},{},{} thread {},{},{} line {}: {}\n", line.block.x, line.block.y,
                       line.block.z, line.thread[0], line.thread[1], line.thread[2], line.line,
                       text);
  }
  if (prints.dropped > 0) out << "  and " << grouped(prints.dropped) << " more\n";
}

void print_run(std::ostream& out, const engine::Run& run) {
  print_head(out, run);
  print_totals(out, run.totals);
  print_accesses(out, run);
  print_prints(out, run.prints);
  print_findings(out, run);
  print_one_thread(out, run);
  print_ending(out, run);
}

}  // namespace

void print_findings(std::ostream& out, const engine::Run& run) {
  if (run.findings.empty()) {
    out << (run.ending == engine::Ending::kComplete
                ? "\nno findings: every access is in its array and aligned\n"
                : "\nno findings so far\n");
    return;
  }
  out << "\nfindings\n";
  for (const analysis::Finding& finding : run.findings) {
    const std::string first = fmt::format(
        "{} {}; first in block x {} y {} z {}, thread x {} y {} z {}", grouped(finding.count),
        counted_words(finding), finding.block.x, finding.block.y, finding.block.z,
        finding.thread[0], finding.thread[1], finding.thread[2]);
    std::string text = base::render(
        base::at(finding.span, finding.message, first, finding.severity), run.program->unit->file);
    const size_t hint = text.rfind("  hint: ");
    if (hint != std::string::npos) text.replace(hint, 8, "  ");
    out << text;
  }
}

void print_one_thread(std::ostream& out, const engine::Run& run) {
  if (!run.one_thread) return;
  const std::string& array = run.one_thread->array;
  out << fmt::format(
      "\nran on one thread from block number {} on: {}\n", grouped(run.one_thread->first_block),
      array.empty() ? "beside other blocks, most ran on for too long or stored to too many places"
                    : "blocks read what other blocks store in '" + array + "'");
}

void print_ending(std::ostream& out, const engine::Run& run) {
  switch (run.ending) {
    case engine::Ending::kComplete:
      return;
    case engine::Ending::kTrapped:
      out << "\nthe grid stopped at a failed assertion or a trap: counted so far\n";
      return;
    case engine::Ending::kStepLimit:
      out << "\nstopped at the step limit: counted so far\n";
      return;
    case engine::Ending::kSetUpLimit:
      out << "\nstopped at the limit of work for starting blocks: counted so far\n";
      return;
    case engine::Ending::kRoundLimit:
      out << "\nstopped at the limit of rounds of atomics: counted so far\n";
      return;
    case engine::Ending::kMemoryLimit:
      out << "\nstopped at the limit of memory: counted so far\n";
      return;
    case engine::Ending::kSequenceLimit:
      out << "\nstopped at the step limit of all launches together: counted so far\n";
      return;
    case engine::Ending::kCancelled:
    case engine::Ending::kRunning:
      out << "\ninterrupted: a part of the run, counted so far\n";
      return;
  }
}

void print_runs(std::ostream& out, const std::vector<Runs>& devices) {
  bool is_first = true;
  for (const Runs& runs : devices) {
    for (size_t i = 0; i < runs.size(); ++i) {
      if (!std::exchange(is_first, false)) out << "\n";
      if (runs.size() > 1) out << fmt::format("launch {} of {}\n", i + 1, runs.size());
      print_run(out, *runs[i]);
    }
  }
}

}  // namespace warplens::cli
