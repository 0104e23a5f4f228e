#include "app/cli/roofline_report.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/memory_words.hpp"
#include "app/cli/table.hpp"
#include "sim/base/say.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/model/roofline.hpp"
#include "sim/whatif/run_arithmetic.hpp"
#include "sim/whatif/run_caches.hpp"

namespace warplens::cli {
namespace {

struct Level {
  Sentence name;
  const char* word;  // in JSON
  uint64_t bytes = 0;
};

std::array<Level, 4> levels_of(const whatif::RunCaches& caches) {
  const model::Traffic& all = caches.result.all;
  const auto bytes = [](uint64_t sectors) { return sectors * model::kSectorBytes; };
  return {{{sentence("requested by lanes"), "requested", caches.result.lane_bytes},
           {sentence("asked of L1"), "l1", bytes(all.requested())},
           {sentence("moved to and from L2"), "l2", bytes(all.from_l2())},
           {sentence("moved to and from DRAM"), "dram", bytes(all.from_dram())}}};
}

double intensity_of(const run::Run& run, const Level& level) {
  return level.bytes == 0 ? 0 : static_cast<double>(run.flops) / static_cast<double>(level.bytes);
}

// "" where there is something to show.
std::string why_no_roofline(const run::Run& run) {
  if (run.stream == nullptr)
    return say("roofline: nothing is modelled where blocks take turns (--schedule, --lanes)");
  if (run.flops == 0)
    return say("roofline: this launch has no floating-point operation; it moves bytes only");
  if (run.stream->lines.empty()) return say("roofline: this launch does not access global memory");
  return "";
}

std::string number(double value) {
  return value >= 100 ? grouped(static_cast<uint64_t>(value + 0.5)) : fmt::format("{:.3g}", value);
}

}  // namespace

void print_roofline(std::ostream& out, const run::Run& run) {
  if (const std::string why = why_no_roofline(run); !why.empty()) {
    out << "\n" << why << "\n";
    return;
  }
  const model::MemoryFigures& figures = model::shown_memory_figures(run.device);
  const model::Arithmetic arithmetic = whatif::arithmetic_of(run);
  const model::Peak peak = model::peak_for(figures, arithmetic);
  const model::Roof roof{figures.bandwidth, peak.value};
  out << "\n"
      << say("roofline: a model, not measured ({board}: {bandwidth} GB/s of DRAM, {peak} GFLOP/s "
             "of {type}; the ridge is at {ridge} FLOP/B)",
             "board"_a = figures.board, "bandwidth"_a = number(roof.bandwidth),
             "peak"_a = number(roof.peak), "type"_a = whatif::type_text(peak),
             "ridge"_a = number(roof.ridge()))
      << "\n";
  print_whose_figures(out, run);
  if (const std::string remark = whatif::peak_remark(figures, arithmetic); !remark.empty())
    out << "  " << remark << "\n";
  out << "  "
      << say("floating-point operations of all lanes: {count}", "count"_a = grouped(run.flops))
      << "\n";
  std::vector<std::vector<std::string>> rows;
  for (const Level& level : levels_of(whatif::caches_of(run))) {
    const double intensity = intensity_of(run, level);
    const bool by_bytes = intensity < roof.ridge();
    rows.push_back({say(level.name), grouped(level.bytes),
                    level.bytes == 0 ? "-" : number(intensity),
                    level.bytes == 0 ? "-" : number(roof.at(intensity)),
                    level.bytes == 0 ? ""
                    : by_bytes       ? label("bytes")
                                     : label("the peak")});
  }
  const Align right = Align::kRight;
  out << format_table({{label("bytes"), Align::kLeft},
                       {label("count"), right},
                       {label("FLOP/B"), right},
                       {label("at most GFLOP/s"), right},
                       {label("limited by"), Align::kLeft}},
                      rows, "  ")
      << "  "
      << say("the slope is DRAM's bandwidth at every level: a GPU whose caches serve a part of the "
             "bytes can be above it")
      << "\n";
  print_left_out(out, run);
}

Json roofline_json(const run::Run& run) {
  if (const std::string why = why_no_roofline(run); !why.empty()) return {{"missing", why}};
  const model::MemoryFigures& figures = model::shown_memory_figures(run.device);
  const model::Arithmetic arithmetic = whatif::arithmetic_of(run);
  const model::Peak peak = model::peak_for(figures, arithmetic);
  const model::Roof roof{figures.bandwidth, peak.value};
  Json json = {{"is_model", true},
               {"board", figures.board},
               {"figures_are_of_device", model::memory_figures(run.device) != nullptr},
               {"bandwidth_gb_per_s", roof.bandwidth},
               {"peak_gflop_per_s", roof.peak},
               {"peak_is_of", whatif::type_text(peak)},
               {"ridge_flop_per_byte", roof.ridge()},
               {"floating_point_operations", run.flops},
               {"left_out_requests", run.stream->left_out},
               {"levels", Json::array()}};
  if (const std::string remark = whatif::peak_remark(figures, arithmetic); !remark.empty())
    json["peak_remark"] = remark;
  for (const Level& level : levels_of(whatif::caches_of(run))) {
    Json one = {{"level", level.word}, {"bytes", level.bytes}};
    if (level.bytes > 0) {
      const double intensity = intensity_of(run, level);
      one["flop_per_byte"] = intensity;
      one["gflop_per_s_at_most"] = roof.at(intensity);
      one["limit"] = intensity < roof.ridge() ? "bytes" : "peak";
    }
    json["levels"].push_back(std::move(one));
  }
  return json;
}

}  // namespace warplens::cli
