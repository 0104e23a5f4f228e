#include "app/cli/edit_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/schedule_report.hpp"
#include "app/cli/words.hpp"
#include "sim/base/say.hpp"
#include "sim/replay/expression_text.hpp"
#include "sim/whatif/edit_sentences.hpp"

namespace warplens::cli {

namespace {

constexpr size_t kMostFindings = 3;  // that are printed as text

std::string edited_line(const whatif::EditResults& results) {
  const base::SourceFile file("", results.edited_text);
  return std::string(file.line_text(results.line));
}

Json updates_json(const observe::UpdateChain& chain) {
  return {{"updates", chain.updates.size()}, {"arrived", chain.arrived()}};
}

Json stale_json(const whatif::StaleRead& stale, const whatif::FirstMoment& moment) {
  const base::Scalar element = stale.element.element;
  return {{"array", stale.element.array},
          {"element", stale.element.element_index},
          {"reader", moment.warp * trace::kWarpSize + moment.lane},
          {"writer", stale.writer},
          {"writer_step", stale.writer_step},
          {"why", stale.is_too_early ? "too_early" : "replaced"},
          {"expected", replay::number_text(element, moment.expected)},
          {"found", replay::number_text(element, moment.found)}};
}

}  // namespace

const char* word(edit::Change change) {
  switch (change) {
    case edit::Change::kNoBarrier:
      return "no_barrier";
    case edit::Change::kNoWarpBarrier:
      return "no_warp_barrier";
    case edit::Change::kNoGuard:
      return "no_guard";
    case edit::Change::kNoPadding:
      return "no_padding";
    case edit::Change::kNoAtomic:
      return "no_atomic";
    case edit::Change::kAtomicAdd:
      return "atomic_add";
    case edit::Change::kGuard:
      return "guard";
  }
  return "";
}

Json edit_json(const whatif::EditResults& results) {
  const run::Run& after = *results.after.back();
  Json json = {{"change", word(results.edit.change)},
               {"line", results.line},
               {"edited_line", edited_line(results)},
               {"tried", results.tried},
               {"schedule", order_json(results.after.front()->request.launch.schedule)},
               {"ending", word(after.ending)},
               {"differences", Json::array()},
               {"findings", Json::array()}};
  for (const whatif::ArrayDifference& difference : results.differences)
    json["differences"].push_back(difference_json(difference));
  for (const size_t index : results.new_findings)
    json["findings"].push_back(finding_json(after.findings[index]));
  if (results.first_moment) json["first_moment"] = moment_json(*results.first_moment, after);
  if (results.stale_read)
    json["stale_read"] = stale_json(*results.stale_read, *results.first_moment);
  if (results.updates_before) json["updates_before"] = updates_json(*results.updates_before);
  if (results.updates_after) json["updates_after"] = updates_json(*results.updates_after);
  return json;
}

void print_edit(std::ostream& out, const whatif::EditResults& results) {
  out << "\n" << whatif::end_sentence(results) << "\n";
  const auto line = [&](const std::string& text) {
    if (!text.empty()) out << "  " << text << "\n";
  };
  line(whatif::stale_sentence(results));
  line(whatif::updates_sentence(results));
  for (const std::string& cost : whatif::cost_sentences(results)) line(cost);
  const run::Run& after = *results.after.back();
  for (size_t i = 0; i < results.new_findings.size() && i < kMostFindings; ++i) {
    const observe::Finding& finding = after.findings[results.new_findings[i]];
    line(say("line {line}: {message}", "line"_a = finding.line, "message"_a = finding.message));
  }
}

}  // namespace warplens::cli
