#include "app/cli/caches_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/memory_words.hpp"
#include "app/cli/table.hpp"
#include "sim/base/say.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/whatif/run_caches.hpp"

namespace warplens::cli {
namespace {

// Why there is nothing to print; "" where there is.
std::string why_no_caches(const run::Run& run) {
  if (run.stream == nullptr)
    return say("caches: nothing is modelled where blocks take turns (--schedule, --lanes)");
  return "";
}

std::string bytes(uint64_t sectors) {
  return grouped(sectors * model::kSectorBytes);
}

std::string share(uint64_t part, uint64_t whole) {
  return whole == 0 ? ""
                    : fmt::format("{:.1f} %",
                                  100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string operation_of(const model::Traffic& traffic) {
  if (traffic.loads > 0) return label("load");
  return traffic.stores > 0 ? label("store") : label("atomic");
}

std::vector<std::string> row_of(const std::string& place, const std::string& operation,
                                const model::Traffic& traffic) {
  return {place,
          operation,
          bytes(traffic.requested()),
          share(traffic.load_hits, traffic.loads),
          bytes(traffic.from_l2()),
          share(traffic.l2_read_hits, traffic.l2_reads),
          bytes(traffic.from_dram())};
}

Json traffic_json(const model::Traffic& traffic) {
  return {{"requests", traffic.requests},
          {"load_sectors", traffic.loads},
          {"l1_hit_sectors", traffic.load_hits},
          {"store_sectors", traffic.stores},
          {"atomic_sectors", traffic.atomics},
          {"l2_read_sectors", traffic.l2_reads},
          {"l2_hit_sectors", traffic.l2_read_hits},
          {"dram_read_sectors", traffic.dram_reads},
          {"dram_write_sectors", traffic.dram_writes}};
}

}  // namespace

void print_caches(std::ostream& out, const run::Run& run) {
  if (const std::string why = why_no_caches(run); !why.empty()) {
    out << "\n" << why << "\n";
    return;
  }
  const whatif::RunCaches caches = whatif::caches_of(run);
  const model::MemoryFigures& figures = model::shown_memory_figures(run.device);
  out << "\n"
      << say("caches: a model, not measured ({board}: L1 {l1} KiB on each multiprocessor, L2 {l2} "
             "KiB), empty at first",
             "board"_a = figures.board, "l1"_a = grouped(caches.sizes.l1 / 1024),
             "l2"_a = grouped(caches.sizes.l2 / 1024))
      << "\n";
  print_whose_figures(out, run);
  std::vector<std::vector<std::string>> rows;
  const base::SourceFile& file = run.program->unit->file;
  for (size_t i = 0; i < caches.result.sites.size(); ++i) {
    const model::Traffic& traffic = caches.result.sites[i];
    if (traffic.requests == 0) continue;
    const base::LineColumn at = file.line_column(run.program->sites[i].span.begin);
    rows.push_back(
        row_of(fmt::format("{}:{}", at.line, at.column), operation_of(traffic), traffic));
  }
  rows.push_back(row_of(label("all"), "", caches.result.all));
  const Align left = Align::kLeft, right = Align::kRight;
  out << format_table({{label("place"), left},
                       {label("op"), left},
                       {label("bytes asked of L1"), right},
                       {label("L1 hits"), right},
                       {label("moved to and from L2"), right},
                       {label("L2 hits"), right},
                       {label("to and from DRAM"), right}},
                      rows, "  ");
  if (caches.result.dirty > 0)
    out << "  "
        << say("{bytes} bytes stored are still in L2 at the end",
               "bytes"_a = bytes(caches.result.dirty))
        << "\n";
  print_left_out(out, run);
}

Json caches_json(const run::Run& run) {
  if (const std::string why = why_no_caches(run); !why.empty()) return {{"missing", why}};
  const whatif::RunCaches caches = whatif::caches_of(run);
  Json sites = Json::array();
  const base::SourceFile& file = run.program->unit->file;
  for (size_t i = 0; i < caches.result.sites.size(); ++i) {
    if (caches.result.sites[i].requests == 0) continue;
    const base::LineColumn at = file.line_column(run.program->sites[i].span.begin);
    Json json = {{"line", at.line}, {"column", at.column}};
    json.update(traffic_json(caches.result.sites[i]));
    sites.push_back(std::move(json));
  }
  return {{"is_model", true},
          {"board", model::shown_memory_figures(run.device).board},
          {"figures_are_of_device", model::memory_figures(run.device) != nullptr},
          {"l1_bytes", caches.sizes.l1},
          {"l2_bytes", caches.sizes.l2},
          {"lane_bytes", caches.result.lane_bytes},
          {"total", traffic_json(caches.result.all)},
          {"dirty_sectors", caches.result.dirty},
          {"left_out_requests", run.stream->left_out},
          {"accesses", std::move(sites)}};
}

}  // namespace warplens::cli
