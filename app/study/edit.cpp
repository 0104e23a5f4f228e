#include "app/study/edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/study/finding.hpp"
#include "app/study/schedules.hpp"
#include "app/study/words.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/edit/possible_edits.hpp"
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

std::vector<edit::Edit> edits_of(const run::Runs& runs, bool adds_atomic) {
  std::vector<edit::Edit> all;
  for (const auto& run : runs) {
    if (!adds_atomic) {
      for (edit::Edit& one : edit::possible_edits(*run->program)) all.push_back(std::move(one));
      continue;
    }
    for (const code::AccessSite& site : run->program->sites) {
      if (std::optional<edit::Edit> one = edit::with_atomic(*run->program, site.span))
        all.push_back(std::move(*one));
    }
  }
  return all;
}

// The lines in which there is something to edit, for who named another one.
std::string lines_of(const std::vector<edit::Edit>& edits, const base::SourceFile& file) {
  std::vector<std::string> lines;
  for (const edit::Edit& one : edits)
    lines.push_back(std::to_string(file.line_of(one.place.begin)));
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return base::list_words(lines);
}

// "12:3 (without this guard), 12:20 (without this barrier)".
std::string places_of(const std::vector<edit::Edit>& edits, const base::SourceFile& file) {
  std::vector<std::string> places;
  for (const edit::Edit& one : edits) {
    const base::LineColumn at = file.line_column(one.place.begin);
    places.push_back(fmt::format("{}:{} ({})", at.line, at.column, edit::words(one.change)));
  }
  return base::list_words(places);
}

}  // namespace

base::Checked<edit::Edit> chosen_edit(const EditLine& wanted, const run::Runs& runs) {
  const base::SourceFile& file = runs.back()->program->unit->file;
  const std::vector<edit::Edit> edits = edits_of(runs, wanted.adds_atomic);
  std::vector<edit::Edit> there;
  for (const edit::Edit& one : edits) {
    const base::LineColumn begin = file.line_column(one.place.begin);
    const base::LineColumn end = file.line_column(one.place.end);
    const bool has_column =
        wanted.column == 0 ||
        (begin.column <= wanted.column && (end.line > begin.line || wanted.column <= end.column));
    const bool is_new = there.empty() || !(there.back().place == one.place);
    if (begin.line == wanted.line && has_column && is_new) there.push_back(one);
  }
  if (there.size() > 1 && wanted.column != 0) {  // one inside of another
    std::sort(there.begin(), there.end(), [](const edit::Edit& a, const edit::Edit& b) {
      return a.place.begin > b.place.begin;
    });
    there.resize(1);
  }
  if (there.size() == 1) return there.front();
  if (there.size() > 1) {
    return base::fail(base::Diagnostics{base::placeless(
        say("line {line} has several parts that can be left out or changed",
            "line"_a = wanted.line),
        say("name one with its column: {places}", "places"_a = places_of(there, file)))});
  }
  const std::string problem =
      wanted.adds_atomic
          ? say("line {line} has no ++ or += of memory that could be an atomicAdd",
                "line"_a = wanted.line)
          : say("line {line} has no barrier, guard, padding or atomic that can be left out",
                "line"_a = wanted.line);
  const std::string hint =
      edits.empty() ? say("no line of the launch's kernel has one")
                    : say("lines that have one: {lines}", "lines"_a = lines_of(edits, file));
  return base::fail(base::Diagnostics{base::placeless(problem, hint)});
}

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
