// The report of `warplens run`: the launch, totals, one line an access, findings.
#include <fmt/format.h>

#include <ostream>

#include "app/cli/report.hpp"
#include "app/cli/table.hpp"
#include "app/cli/words.hpp"

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
                    : fmt::format("{:.0f} %",
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
  out << "  " << run.device.name << "\n";
  out << "  " << grouped(run.steps) << " warp instructions executed\n";
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
  if (shared.empty() && global.empty()) out << "\nno access to shared or global memory\n";
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
}

std::string trimmed(std::string_view line) {
  const size_t begin = line.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : std::string(line.substr(begin));
}

void print_accesses(std::ostream& out, const engine::Run& run) {
  if (run.accesses.empty()) return;
  std::vector<std::vector<std::string>> rows;
  for (const analysis::AccessRow& row : run.accesses) {
    const bool is_shared = row.space == trace::Space::kShared;
    const uint64_t requests = is_shared ? row.shared.requests : row.global.requests;
    const uint64_t cost = is_shared ? row.shared.wavefronts : row.global.sectors;
    rows.push_back({fmt::format("{}:{}", row.line, row.column), word(row.operation),
                    word(row.space), row.array.empty() ? "?" : row.array, grouped(requests),
                    grouped(cost), is_shared ? "wavefronts" : "sectors", ratio(cost, requests),
                    is_shared ? grouped(row.shared.conflicts) : "",
                    trimmed(run.request.file.line_text(row.line))});
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

void print_findings(std::ostream& out, const engine::Run& run) {
  if (run.findings.empty()) {
    out << "\nno findings: every access lies in its array and is aligned\n";
    return;
  }
  out << "\nfindings\n";
  for (const analysis::Finding& finding : run.findings) {
    const std::string first = fmt::format(
        "{} lane access{}; first in block x {} y {} z {}, thread x {} y {} z {}",
        grouped(finding.count), finding.count == 1 ? "" : "es", finding.block.x, finding.block.y,
        finding.block.z, finding.thread[0], finding.thread[1], finding.thread[2]);
    std::string text = base::render(
        base::at(finding.span, finding.message, first, finding.severity), run.request.file);
    const size_t hint = text.rfind("  hint: ");
    if (hint != std::string::npos) text.replace(hint, 8, "  ");
    out << text;
  }
}

}  // namespace

void print_run(std::ostream& out, const engine::Run& run) {
  print_head(out, run);
  print_totals(out, run.totals);
  print_accesses(out, run);
  print_findings(out, run);
  if (run.ending == engine::Ending::kStepLimit)
    out << "\nstopped at the step limit: counted so far\n";
}

}  // namespace warplens::cli
