#include "app/cli/hiding_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "app/cli/table.hpp"
#include "sim/base/say.hpp"
#include "sim/whatif/hiding_words.hpp"
#include "sim/whatif/issue_streams.hpp"

namespace warplens::cli {

namespace {

uint64_t all_cycles(const model::Hiding& hiding) {
  uint64_t all = 0;
  for (const uint64_t cycles : hiding.warp_cycles) all += cycles;
  return all;
}

std::string change_latency(const std::string& part, HidingLine& line) {
  const size_t equals = part.find('=');
  const std::string word = part.substr(0, equals);
  for (const whatif::LatencyName& named : whatif::latency_names()) {
    if (equals == part.npos || word != named.word) continue;
    const std::string number = part.substr(equals + 1);
    int64_t wanted = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), wanted);
    const bool is_huge = read.ec == std::errc::result_out_of_range;
    if (is_huge) wanted = number.front() == '-' ? INT64_MIN : INT64_MAX;
    if (read.ptr != number.data() + number.size() || (read.ec != std::errc() && !is_huge)) break;
    const uint32_t usable = model::usable_latency(wanted);
    if (usable != wanted) {
      line.notes.push_back(
          say("{name}: a latency of {wanted} cycles cannot be shown; {usable} is "
              "shown instead (from {least} to {most})",
              "name"_a = label(named.name), "wanted"_a = number, "usable"_a = grouped(usable),
              "least"_a = grouped(model::kLeastLatency), "most"_a = grouped(model::kMostLatency)));
    }
    line.latencies.*named.value = usable;
    return "";
  }
  return say(
      "'--latency-hiding {text}': h200, lecture, or changes of arithmetic, shared, constant, "
      "global or barrier are needed, as in h200,global=280",
      "text"_a = part);
}

}  // namespace

std::string read_hiding(const std::string& text, HidingLine& line) {
  line.latencies = model::h200_latencies();
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    if (begin == 0 && (part == "h200" || part == "lecture")) {
      if (part == "lecture") line.latencies = model::lecture_latencies();
    } else if (std::string problem = change_latency(part, line); !problem.empty()) {
      return problem;
    }
    begin = end + 1;
  }
  return "";
}

HidingResults hide_latencies(const run::Run& run, const HidingLine& line) {
  HidingResults results{.line = line,
                        .block_warps = run.context->warps_per_block(),
                        .schedulers = run.device.multiprocessor.schedulers,
                        .results = {}};
  if (run.recording == nullptr || run.costs == nullptr || run.memory_before_block == nullptr)
    return results;
  const whatif::IssueStreams streams = whatif::issue_streams(run);
  results.is_cut = streams.is_cut;
  for (uint32_t warps = 1; warps <= run.device.multiprocessor.warps(); warps *= 2) {
    model::HidingSetup setup;
    setup.warps = warps;
    setup.block_warps = results.block_warps;
    setup.schedulers = results.schedulers;
    setup.latencies = line.latencies;
    results.results.push_back({warps, model::hide_latencies(streams.warps, setup)});
  }
  return results;
}

Json hiding_json(const HidingResults& results) {
  Json json = {{"schedulers", results.schedulers}, {"is_cut", results.is_cut}};
  for (const whatif::LatencyName& named : whatif::latency_names())
    json["latencies"][named.word] = results.line.latencies.*named.value;
  json["notes"] = results.line.notes;
  json["results"] = Json::array();
  for (const HidingResult& one : results.results) {
    Json row = {{"warps", one.warps},
                {"cycles", one.hiding.cycles},
                {"timed_cycles", one.hiding.timed},
                {"issued", one.hiding.issued}};
    for (const whatif::WarpStateName& named : whatif::warp_state_names())
      row["warp_cycles"][named.word] = one.hiding.warp_cycles[static_cast<size_t>(named.state)];
    json["results"].push_back(std::move(row));
  }
  return json;
}

void print_hiding(std::ostream& out, const HidingResults& results) {
  out << "\n"
      << say("latency hiding, a model: {schedulers} schedulers issue one instruction of a ready "
             "warp a cycle each; no caches, no bandwidth beyond the multiprocessor",
             "schedulers"_a = results.schedulers)
      << "\n";
  for (const std::string& note : results.line.notes) out << "  " << note << "\n";
  if (results.is_cut) {
    out << "  "
        << say("only the block's first {count} instructions are shown",
               "count"_a = grouped(whatif::kMostIssued))
        << "\n";
  }
  std::vector<std::vector<std::string>> rows;
  for (const whatif::LatencyName& named : whatif::latency_names()) {
    rows.push_back({label(named.name), grouped(results.line.latencies.*named.value),
                    named.is_in_lecture ? grouped(model::lecture_latencies().*named.value) : "-",
                    grouped(model::h200_latencies().*named.value)});
  }
  out << format_table({{say("latency [cycles]")},
                       {say("shown"), Align::kRight},
                       {say("lecture"), Align::kRight},
                       {say("measured, H200"), Align::kRight}},
                      rows, "  ");
  if (results.results.empty()) return;
  std::vector<Column> columns{{say("warps"), Align::kRight},
                              {say("cycles"), Align::kRight},
                              {say("cycles a warp"), Align::kRight}};
  for (const whatif::WarpStateName& named : whatif::warp_state_names())
    columns.push_back({label(named.name), Align::kRight});
  rows.clear();
  for (const HidingResult& one : results.results) {
    std::vector<std::string> row{grouped(one.warps), grouped(one.hiding.cycles),
                                 grouped(one.hiding.cycles / one.warps)};
    const double all = static_cast<double>(std::max<uint64_t>(1, all_cycles(one.hiding)));
    for (const whatif::WarpStateName& named : whatif::warp_state_names()) {
      const auto cycles =
          static_cast<double>(one.hiding.warp_cycles[static_cast<size_t>(named.state)]);
      row.push_back(fmt::format("{:.0f}%", 100 * cycles / all));
    }
    rows.push_back(std::move(row));
  }
  out << format_table(columns, rows, "  ");
  const model::HidingAccuracy accuracy;
  out << "  "
      << say("Shares are of all warps' cycles. Beside an H200's times, {near} of {times} are "
             "within "
             "a factor of 1.5, the farthest is {worst:.1f} times off.",
             "near"_a = accuracy.near, "times"_a = accuracy.times, "worst"_a = accuracy.worst)
      << "\n";
}

}  // namespace warplens::cli
