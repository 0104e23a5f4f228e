#include "app/study/edit.hpp"

#include <string>
#include <utility>

#include "app/study/finding.hpp"
#include "app/study/schedules.hpp"
#include "app/study/words.hpp"
#include "sim/replay/expression_text.hpp"
#include "sim/whatif/edit_sentences.hpp"

namespace warplens::study {
namespace {

constexpr size_t kMostFindings = 3;  // that people read

std::string edited_line(const whatif::EditResults& results) {
  const base::SourceFile file("", results.edited_text);
  return std::string(file.line_text(results.line));
}

Section update_facts(const char* key, const observe::UpdateChain& chain) {
  Section section{.key = key};
  section.fact("updates", chain.updates.size());
  section.fact("arrived", chain.arrived());
  return section;
}

Section stale_facts(const whatif::StaleRead& stale, const whatif::FirstMoment& moment) {
  const base::Scalar element = stale.element.element;
  Section section{.key = "stale_read"};
  section.fact("array", stale.element.array);
  section.fact("element", stale.element.element_index);
  section.fact("reader", moment.warp * trace::kWarpSize + moment.lane);
  section.fact("writer", stale.writer);
  section.fact("writer_step", stale.writer_step);
  section.fact("why", stale.is_too_early ? "too_early" : "replaced");
  section.fact("expected", replay::number_text(element, moment.expected));
  section.fact("found", replay::number_text(element, moment.found));
  return section;
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

Section describe(const whatif::EditResults& results) {
  const run::Run& after = *results.after.back();
  Section section{.key = "edit"};
  section.fact("change", word(results.edit.change));
  section.fact("line", results.line);
  if (results.launch) section.fact("launch", *results.launch);
  section.fact("edited_line", edited_line(results));
  section.fact("tried", results.tried);
  section.parts.push_back(order_facts("schedule", results.after.front()->request.launch.schedule));
  section.fact("ending", word(after.ending));
  section.parts.push_back(list_differences(results.differences));
  List findings{"findings", {}};
  for (const size_t index : results.new_findings)
    findings.items.push_back(describe(after.findings[index]));
  section.parts.push_back(std::move(findings));
  if (results.first_moment) section.parts.push_back(moment_facts(*results.first_moment, after));
  if (results.stale_read)
    section.parts.push_back(stale_facts(*results.stale_read, *results.first_moment));
  if (results.updates_before)
    section.parts.push_back(update_facts("updates_before", *results.updates_before));
  if (results.updates_after)
    section.parts.push_back(update_facts("updates_after", *results.updates_after));

  section.title = Text::as_is(whatif::end_sentence(results));
  const auto line = [&](std::string text) {
    if (!text.empty()) section.line(Text::as_is(std::move(text)));
  };
  line(whatif::stale_sentence(results));
  line(whatif::updates_sentence(results));
  for (std::string& cost : whatif::cost_sentences(results)) line(std::move(cost));
  for (size_t i = 0; i < results.new_findings.size() && i < kMostFindings; ++i) {
    const observe::Finding& finding = after.findings[results.new_findings[i]];
    section.line(
        to_say("line {line}: {message}", "line"_a = finding.line, "message"_a = finding.message));
  }
  return section;
}

}  // namespace warplens::study
