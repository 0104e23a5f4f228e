#include "app/cli/dram_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "app/cli/table.hpp"
#include "sim/base/say.hpp"
#include "sim/model/dram_orders.hpp"
#include "sim/whatif/run_caches.hpp"

namespace warplens::cli {
namespace {

struct Order {
  std::string name;
  const char* word;  // in JSON
  model::DramCounts counts;
};

struct Served {
  std::string missing;  // why there is nothing; "" where there is
  model::DramTimings timings;
  size_t bursts = 0, left_out = 0;
  std::vector<Order> orders;
};

Served serve(const run::Run& run, const DramLine& line) {
  Served served;
  served.timings = model::dram_timings(line.kind);
  if (run.stream == nullptr) {
    served.missing = say("DRAM: nothing is modelled where blocks take turns (--schedule, --lanes)");
    return served;
  }
  const whatif::RunCaches caches =
      line.behind_caches ? whatif::caches_of(run) : whatif::caches_of(run, model::CacheSizes{});
  std::vector<uint64_t> bursts =
      model::bursts_of(caches.result.dram, run.stream->arrays, served.timings);
  if (bursts.empty()) {
    served.missing = say("DRAM: nothing moves from or to it");
    return served;
  }
  if (bursts.size() > model::kMostDramBursts) {
    served.left_out = bursts.size() - model::kMostDramBursts;
    bursts.resize(model::kMostDramBursts);
  }
  served.bursts = bursts.size();
  std::vector<uint64_t> sorted = bursts;
  std::sort(sorted.begin(), sorted.end());
  for (const model::DramOrdering& one : model::dram_orderings()) {
    served.orders.push_back(
        {say(one.name), one.word, model::run_ordering(one, bursts, sorted, served.timings).all});
  }
  return served;
}

double speed_of(const Served& served, const model::DramCounts& counts) {
  const auto bytes = static_cast<double>(served.bursts * served.timings.burst_bytes);
  return bytes / std::max(counts.ns, 1e-9);
}

}  // namespace

std::string read_dram(const std::string& text, DramLine& line) {
  const size_t comma = text.find(',');
  const std::string kind = text.substr(0, comma);
  const bool is_known = kind == "hbm2" || kind == "gddr5" || kind == "ddr4";
  const bool is_right = comma == text.npos || text.substr(comma) == ",no-caches";
  if (!is_known || !is_right)
    return say("'--dram {text}': hbm2, gddr5 or ddr4 is needed, or as in hbm2,no-caches",
               "text"_a = text);
  line.kind = kind == "hbm2"    ? model::DramKind::kHbm2
              : kind == "gddr5" ? model::DramKind::kGddr5
                                : model::DramKind::kDdr4;
  line.behind_caches = comma == text.npos;
  return "";
}

void print_dram(std::ostream& out, const run::Run& run, const DramLine& line) {
  const Served served = serve(run, line);
  if (!served.missing.empty()) {
    out << "\n" << served.missing << "\n";
    return;
  }
  const model::DramTimings& timings = served.timings;
  out << "\n"
      << say("DRAM: a model, not measured ({name}, {channels} channels of {banks} banks, rows of "
             "{row} bytes; timings: {source}; which address is where is invented)",
             "name"_a = timings.name, "channels"_a = timings.channels, "banks"_a = timings.banks,
             "row"_a = grouped(timings.row_bytes), "source"_a = timings.source)
      << "\n  "
      << (line.behind_caches
              ? say("behind the model of the caches: {bursts} bursts of {bytes} bytes",
                    "bursts"_a = grouped(served.bursts), "bytes"_a = timings.burst_bytes)
              : say("as if there were no caches: {bursts} bursts of {bytes} bytes",
                    "bursts"_a = grouped(served.bursts), "bytes"_a = timings.burst_bytes))
      << "\n";
  std::vector<std::vector<std::string>> rows;
  for (const Order& order : served.orders) {
    const model::DramCounts& counts = order.counts;
    const double hits = 100 * static_cast<double>(counts.hits) / static_cast<double>(counts.bursts);
    rows.push_back({order.name, fmt::format("{:.1f} %", hits), grouped(counts.activations()),
                    grouped(counts.conflicts), grouped(counts.refreshes),
                    fmt::format("{:.2f}", counts.ns / 1000),
                    fmt::format("{:.0f}", speed_of(served, counts))});
  }
  const Align right = Align::kRight;
  out << format_table({{label("order"), Align::kLeft},
                       {label("row hits"), right},
                       {label("activations"), right},
                       {label("conflicts"), right},
                       {label("refreshes"), right},
                       {label("µs"), right},
                       {label("GB/s"), right}},
                      rows, "  ");
  if (served.left_out > 0)
    out << "  "
        << say("of the first {count} bursts; {rest} behind them are left out",
               "count"_a = grouped(served.bursts), "rest"_a = grouped(served.left_out))
        << "\n";
}

Json dram_json(const run::Run& run, const DramLine& line) {
  const Served served = serve(run, line);
  if (!served.missing.empty()) return {{"missing", served.missing}};
  Json json = {{"is_model", true},
               {"kind", served.timings.name},
               {"behind_caches", line.behind_caches},
               {"bursts", served.bursts},
               {"burst_bytes", served.timings.burst_bytes},
               {"left_out_bursts", served.left_out},
               {"bandwidth_gb_per_s", served.timings.bandwidth()},
               {"orders", Json::array()}};
  for (const Order& order : served.orders) {
    json["orders"].push_back({{"order", order.word},
                              {"row_hits", order.counts.hits},
                              {"activations", order.counts.activations()},
                              {"conflicts", order.counts.conflicts},
                              {"refreshes", order.counts.refreshes},
                              {"us", order.counts.ns / 1000},
                              {"gb_per_s", speed_of(served, order.counts)}});
  }
  return json;
}

}  // namespace warplens::cli
