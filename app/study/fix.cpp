#include "app/study/fix.hpp"

#include <utility>
#include <vector>

#include "app/study/counts.hpp"
#include "app/study/format.hpp"
#include "app/study/measurement.hpp"
#include "app/study/run.hpp"
#include "app/study/words.hpp"
#include "sim/edit/swizzle.hpp"
#include "sim/whatif/fix/sentences.hpp"

namespace warplens::study {
namespace {

const char* layout_word(edit::LayoutChange::Kind kind) {
  switch (kind) {
    case edit::LayoutChange::Kind::kPad:
      return "pad";
    case edit::LayoutChange::Kind::kShorten:
      return "shorten";
    case edit::LayoutChange::Kind::kSwizzle:
      return "swizzle";
    case edit::LayoutChange::Kind::kTurn:
      break;
  }
  return "turn";
}

struct GainNames {
  const char* word;
  Sentence name;
};
GainNames names_of(fix::GainKind kind) {
  constexpr GainNames kNames[] = {{"tile", sentence("a tile")},
                                  {"vector", sentence("a vector")},
                                  {"structure_of_arrays", sentence("a structure of arrays")}};
  return kNames[static_cast<size_t>(kind)];
}

const base::SourceFile& file_of(const fix::Fixes& fixes) {
  return fixes.before.back()->program->unit->file;
}

uint32_t line_of(const base::Diagnostic& reason, const base::SourceFile& file) {
  return file.line_column(file.in_root(reason.span).begin).line;
}

Text refusal_text(const base::Diagnostic& reason, const base::SourceFile& file) {
  if (!reason.has_place) return Text::as_is(reason.message);
  return to_say("line {line}: {message}", "line"_a = line_of(reason, file),
                "message"_a = reason.message);
}

// -------------------------------------------------------------------------------- for programs

Section layout_facts(const fix::ArrayFixes& array, const fix::Fix& one) {
  const fix::Layout& layout = one.layout;
  Section section;
  section.fact("kind", layout_word(layout.change.kind));
  section.fact("what", fix::words(layout.change));
  if (const std::optional<edit::Swizzle> swizzle = edit::swizzle_of(layout.change)) {
    section.fact("index", fix::swizzle_words(layout.change));
    section.fact("cute", edit::name_of(*swizzle));
    section.fact("address_bits", edit::address_bits(*swizzle, array.element_bytes));
  }
  section.fact("partial", one.is_partial);
  section.fact("wavefronts", layout.cost.paid);
  section.fact("more_bytes", layout.more_bytes);
  section.fact("resident_blocks", one.occupancy.blocks);
  if (one.define) {
    Section define{.key = "define"};
    define.fact("name", one.define->name);
    define.fact("from", one.define->from);
    define.fact("to", one.define->to);
    section.parts.push_back(std::move(define));
  }
  return section;
}

Section array_facts(const fix::ArrayFixes& array, const base::SourceFile& file) {
  Section section;
  section.fact("name", array.array);
  section.fact("line", array.line);
  section.fact("requests", array.before.requests);
  section.fact("wavefronts", array.before.paid);
  section.fact("ideal_wavefronts", array.before.ideal);
  section.fact("resident_blocks", array.occupancy.blocks);
  section.fact("conflicts_left", array.is_left());
  List fixes{"fixes", {}};
  for (const fix::Fix& one : array.fixes) fixes.items.push_back(layout_facts(array, one));
  section.parts.push_back(std::move(fixes));
  Table& refusals = section.table("refusals", {{"message", std::nullopt}, {"line", std::nullopt}});
  for (const base::Diagnostic& reason : array.refusals)
    refusals.rows.push_back(
        {reason.message, reason.has_place ? Value(line_of(reason, file)) : Value()});
  return section;
}

Section exchange_facts(const fix::Exchange& exchange, const base::SourceFile& file) {
  Section section{.key = "exchange"};
  section.fact("offered", exchange.is_offered());
  if (exchange.is_offered()) {
    section.fact("sectors", exchange.after.sectors);
    section.fact("wavefronts", exchange.after.wavefronts);
  } else {
    section.fact("refusal", refusal_text(*exchange.refusal, file));
  }
  return section;
}

Section global_facts(const FixFacts& facts) {
  const fix::Fixes& fixes = facts.fixes;
  Section section{.key = "global"};
  section.fact("sectors", fixes.global.sectors);
  section.fact("needed_sectors", fixes.global.needed);
  Table& gains = section.table("gains", {{"kind", std::nullopt},
                                         {"line", std::nullopt},
                                         {"message", std::nullopt},
                                         {"sectors", std::nullopt},
                                         {"needed_sectors", std::nullopt}});
  for (const fix::GlobalGain& gain : fixes.gains) {
    const bool is_counted = gain.sectors != 0;
    gains.rows.push_back({names_of(gain.kind).word, gain.line, gain.message,
                          is_counted ? Value(gain.sectors) : Value(),
                          is_counted ? Value(gain.needed) : Value()});
  }
  section.fact("patch", facts.exchange_patch);
  if (fixes.exchange) section.parts.push_back(exchange_facts(*fixes.exchange, file_of(fixes)));
  return section;
}

Section unfixed_facts(const FixFacts& facts) {
  const run::Run& last = *facts.fixes.before.back();
  Section section;
  section.fact("kernel", last.program->kernel->name);
  section.fact("file", file_of(facts.fixes).name());
  section.parts.push_back(List{"arrays", {}});
  section.fact("complete", false);
  section.fact("ending", word(last.ending));
  section.fact("reason", facts.unfixed);
  section.fact("fixed", false);
  section.fact("applied", false);
  section.fact("patch", "");
  add_guess_facts(section, last.request);
  return section;
}

void add_found_facts(Section& section, const FixFacts& facts) {
  const fix::Fixes& fixes = facts.fixes;
  section.fact("kernel", fixes.before.back()->program->kernel->name);
  section.fact("file", file_of(fixes).name());
  List arrays{"arrays", {}};
  for (const fix::ArrayFixes& array : fixes.arrays)
    arrays.items.push_back(array_facts(array, file_of(fixes)));
  section.parts.push_back(std::move(arrays));
  section.fact("counts_one_block", fixes.counts_one_block);
  section.fact("complete", true);
  section.fact("fixed", fixes.is_fixed());
  section.fact("applied", !facts.applied_to.empty());
  section.fact("patch", facts.patch);
  if (fixes.problem) section.fact("problem", refusal_text(*fixes.problem, file_of(fixes)));
  section.parts.push_back(global_facts(facts));
  add_guess_facts(section, fixes.before.front()->request);
}

// ---------------------------------------------------------------------------------- for people

constexpr int kAsHead = -1;

Text layout_text(const fix::ArrayFixes& array, size_t index) {
  const fix::Fix& one = array.fixes[index];
  const std::string what = fix::words(one), cost = fix::cost_words(array, one);
  if (index != 0) return to_say("or: {what}: {cost}", "what"_a = what, "cost"_a = cost);
  if (one.is_partial)
    return to_say("partial fix: {what}: {cost}", "what"_a = what, "cost"_a = cost);
  return to_say("fix: {what}: {cost}", "what"_a = what, "cost"_a = cost);
}

void add_array(Section& section, const fix::ArrayFixes& array, const base::SourceFile& file) {
  section.line(Text::as_is(fix::head(array)), kAsHead);
  for (size_t i = 0; i < array.fixes.size(); ++i) {
    section.line(layout_text(array, i));
    std::string cute = fix::cute_words(array.fixes[i].layout.change, array.element_bytes);
    if (!cute.empty()) section.line(Text::as_is(std::move(cute)), 1);
  }
  if (!array.has_conflicts()) return;
  if (!array.fixes.empty()) {
    std::string condition = fix::condition(array, array.fixes.front());
    if (!condition.empty()) section.line(Text::as_is(std::move(condition)));
  }
  for (const base::Diagnostic& reason : array.refusals) {
    const Text why = refusal_text(reason, file);
    section.line(array.fixes.empty()
                     ? to_say("not fixed: {reason}", "reason"_a = why)
                     : to_say("another layout is not offered: {reason}", "reason"_a = why));
  }
  if (array.is_left() && (array.refusals.empty() || !array.fixes.empty()))
    section.line(Text::as_is(fix::no_layout(array)));
}

// What there is to fix in shared memory.
void add_shared(Section& section, const fix::Fixes& fixes) {
  if (fixes.has_launches())
    section.line(
        to_say("the counts are sums over all {count} launches", "count"_a = fixes.before.size()),
        kAsHead);
  for (const fix::ArrayFixes& array : fixes.arrays) add_array(section, array, file_of(fixes));
  if (!fixes.arrays.empty()) {
    if (fixes.counts_one_block)
      section.line(sentence("its blocks take turns, so the wavefronts are those of one block"),
                   kAsHead);
    if (fixes.problem)
      section.line(to_say("all fixes together are not offered: {reason}",
                          "reason"_a = refusal_text(*fixes.problem, file_of(fixes))),
                   kAsHead);
    return;
  }
  section.line(fixes.has_launches() ? sentence("the launches access no shared array")
                                    : sentence("the launch accesses no shared array"),
               kAsHead);
  const size_t launches = fixes.before.back()->program->unit->launches.size();
  if (launches > 1 && fixes.before.size() == 1)
    section.line(
        to_say("(the first of {count} in the file: --then-all runs them one after another)",
               "count"_a = launches));
}

// What can be done about global memory; nothing where nothing is wasted.
void add_global(Section& section, const fix::Fixes& fixes) {
  if (fixes.global.sectors <= fixes.global.needed) return;
  section.line(to_say("global memory: {sectors}, {needed} ideal",
                      "sectors"_a = grouped_count(Measure::kSectors, fixes.global.sectors),
                      "needed"_a = grouped(fixes.global.needed)),
               kAsHead);
  if (fixes.exchange && fixes.is_exchanged()) {
    section.line(
        to_say("fix: exchange threadIdx.x and threadIdx.y: {cost}; all arrays end the same, bit by "
               "bit",
               "cost"_a = fix::words(*fixes.exchange)));
  } else if (fixes.exchange) {
    section.line(to_say("threadIdx.x and threadIdx.y are not exchanged: {reason}",
                        "reason"_a = refusal_text(*fixes.exchange->refusal, file_of(fixes))));
  }
  for (const fix::GlobalGain& gain : fixes.gains)
    section.line(to_say("by hand: line {line}, {kind}: {message}", "line"_a = gain.line,
                        "kind"_a = Text(names_of(gain.kind).name), "message"_a = gain.message));
}

void add_confirmed(Section& section, const FixFacts& facts) {
  if (!facts.fixes.is_fixed()) return;
  section.line(facts.fixes.has_launches()
                   ? sentence("run with the fix, all arrays of these launches end the same, bit by "
                              "bit (active blocks: without their registers)")
                   : sentence("run with the fix, all arrays of this launch end the same, bit by "
                              "bit (active blocks: without their registers)"),
               kAsHead);
  if (facts.time_before)
    section.line(to_say("recorded time without the fix, as compiled: {time}",
                        "time"_a = time_text(*facts.time_before)),
                 kAsHead);
  if (facts.time_after)
    section.line(to_say("recorded time with the fix, as compiled: {time}",
                        "time"_a = time_text(*facts.time_after)),
                 kAsHead);
}

Section found_in_words(const FixFacts& facts) {
  Section section;
  add_guess_lines(section, facts.fixes.before.front()->request);
  add_shared(section, facts.fixes);
  add_global(section, facts.fixes);
  add_confirmed(section, facts);
  if (!facts.applied_to.empty())
    section.line(to_say("{path} was changed", "path"_a = facts.applied_to), kAsHead);
  return section;
}

// Those that are not in the file already.
void add_patches(Section& section, const FixFacts& facts) {
  const auto add = [&](const std::string& patch) {
    Section part;
    part.parts.push_back(Verbatim{patch});
    section.parts.push_back(std::move(part));
  };
  const bool is_applied = !facts.applied_to.empty();
  const bool has_patch = !facts.patch.empty();
  if (has_patch && !is_applied) add(facts.patch);
  if (facts.exchange_patch.empty() || (is_applied && !has_patch)) return;
  if (has_patch)
    section.parts.push_back(
        Section{.title = sentence("or, of the file as it is, with x and y exchanged:")});
  add(facts.exchange_patch);
}

}  // namespace

Section describe(const FixFacts& facts) {
  if (!facts.unfixed.empty()) return unfixed_facts(facts);
  Section section;
  add_found_facts(section, facts);
  section.parts.push_back(found_in_words(facts));
  add_patches(section, facts);
  return section;
}

}  // namespace warplens::study
