// `warplens trace`: the recorded block's accesses one after another, as text or JSON. Written event
// by event, because a recording may hold millions: an access is a line, or an object in a line, of
// its own.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <ostream>
#include <utility>

#include "app/cli/json.hpp"
#include "app/cli/print_section.hpp"
#include "app/cli/report.hpp"
#include "app/study/trace.hpp"
#include "app/study/words.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/totals/access_kind.hpp"

namespace warplens::cli {
namespace {

std::string line_of(const study::TraceFacts& facts, const study::TracedAccess& traced) {
  const trace::Access& access = traced.access;
  return fmt::format(
      "{:>6}  {:<10}  {} {:<2}  {:>8}  {:<6} {} {:<12}  {:>2} B  {:08x}  {:<22}  {}\n", access.step,
      study::phase_text(facts, access.phase).rendered(), label("warp"), access.warp,
      fmt::format("{}:{}", traced.place.line, traced.place.column),
      label(study::name_of(observe::kind_of(access.operation, access.layout))),
      label(study::name_of(access.space)), traced.array.empty() ? "?" : traced.array, access.bytes,
      access.mask, study::cost_text(traced).rendered(), study::elements_text(facts, traced));
}

// False if accesses were left out.
bool print_trace(std::ostream& out, const study::TraceFacts& facts) {
  const std::vector<uint32_t>& releases = facts.recording->releases;
  print(out, study::describe(facts), false);
  size_t next_release = 0;
  std::map<uint32_t, std::string> reasons;  // the last one of each instruction
  for (uint32_t step = 0; step < facts.end; ++step) {
    for (; next_release < releases.size() && releases[next_release] <= step; ++next_release)
      out << fmt::format("{:>6}  {}\n", "", study::released_text(next_release + 1).rendered());
    if (!facts.shows(step)) continue;
    const study::TracedAccess traced = study::traced_access(facts, step);
    out << line_of(facts, traced);
    const std::optional<Text> reason = study::reason_text(facts, traced);
    if (!reason) continue;
    std::string& last = reasons[traced.access.site];
    std::string words = reason->rendered();
    if (words == last) continue;
    last = std::move(words);
    out << fmt::format("{:>6}  {}\n", "", last);
  }
  bool has_gap = false;
  for (const study::Section& section : study::end_of_trace(facts))
    print(out, section, std::exchange(has_gap, true));
  return facts.left_out == 0;
}

bool print_trace_json(std::ostream& out, const study::TraceFacts& facts, bool with_version) {
  Json head = Json::object();
  if (with_version) head["version"] = kJsonVersion;
  head.update(to_json(study::describe(facts)));
  std::string text = to_text(head, -1);
  text.pop_back();
  out << text << ",\n\"events\": [";
  bool is_first = true;
  for (uint32_t step = 0; step < facts.end; ++step) {
    if (!facts.shows(step)) continue;
    const study::Section event = study::describe(study::traced_access(facts, step));
    out << (is_first ? "\n" : ",\n") << to_text(to_json(event), -1);
    is_first = false;
  }
  out << "\n]}";
  return facts.left_out == 0;
}

}  // namespace

bool print_traces(std::ostream& out, const Runs& runs, const TracePart& part) {
  bool is_whole = true;
  for (size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) out << "\n";
    if (runs.size() > 1)
      out << say("launch {number} of {all}", "number"_a = i + 1, "all"_a = runs.size()) << "\n";
    is_whole &= print_trace(out, study::trace_facts(runs[i], part.warp, part.most));
  }
  return is_whole;
}

bool print_traces_json(std::ostream& out, const Runs& runs, const TracePart& part) {
  bool is_whole = true;
  const bool are_several = runs.size() > 1;
  if (are_several) out << "{\"version\": " << kJsonVersion << ",\n\"launches\": [\n";
  for (size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) out << ",\n";
    is_whole &=
        print_trace_json(out, study::trace_facts(runs[i], part.warp, part.most), !are_several);
  }
  out << (are_several ? "\n]}\n" : "\n");
  return is_whole;
}

}  // namespace warplens::cli
