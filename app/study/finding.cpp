#include "app/study/finding.hpp"

#include <algorithm>
#include <string>
#include <type_traits>
#include <variant>

#include "app/study/words.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/lang/tree/type.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/finding_words.hpp"
#include "sim/prepare/program.hpp"

namespace warplens::study {
namespace {

using observe::Finding;

std::vector<Value> numbers(const uint32_t (&of)[3]) {
  return {of[0], of[1], of[2]};
}

// -------------------------------------------------------------------------------------------------
// a detail's fields, as they are listed; empty names are left out

template <class Of>
constexpr bool kHasFields = requires(const Of& of) {
  of.visit([](const char*, auto&) {});
};

template <class Of>
Section fields_of(const char* key, const Of& of) {
  Section section{.key = key};
  of.visit([&]<class Field>(const char* name, const Field& field) {
    if constexpr (kHasFields<Field>) {
      section.parts.push_back(fields_of(name, field));
    } else if constexpr (requires { requires kHasFields<typename Field::value_type>; }) {
      List list{name, {}};
      for (const auto& one : field) list.items.push_back(fields_of("", one));
      section.parts.push_back(std::move(list));
    } else if constexpr (std::is_same_v<std::remove_extent_t<Field>, char>) {
      section.fact(name, Value(static_cast<const char*>(field)));
    } else if constexpr (std::is_array_v<Field>) {
      section.fact(name, numbers(field));
    } else if constexpr (std::is_same_v<Field, std::string>) {
      if (!field.empty()) section.fact(name, field);
    } else if constexpr (std::is_same_v<Field, double>) {
      section.fact(name, {field, Form::kThreeDigits});
    } else if constexpr (requires { typename Field::value_type; }) {
      section.fact(name, std::vector<Value>(field.begin(), field.end()));
    } else {
      section.fact(name, field);
    }
  });
  return section;
}

// -------------------------------------------------------------------------------------------------
// words

// The finding in its lines, how often, and where first.
void add_lines(Section& section, const run::Run& run, const Finding& finding) {
  add_rendered(section, finding, run.program->unit->file);
  const launch::Dim3& block = run.context->block;
  section.line(
      to_say("{counted}; first in {block}, {thread}", "counted"_a = observe::counted_words(finding),
             "block"_a = observe::block_words(finding.block),
             "thread"_a = observe::thread_words(finding.thread, {block.x, block.y, block.z})));
  for (const std::string& more : {observe::also_words(finding), observe::guess_words(finding)}) {
    if (!more.empty()) section.line(Text::as_is(more));
  }
}

// A fix for several findings is shown behind the last of them.
bool is_said_later(const std::vector<Finding>& findings, size_t index) {
  return std::any_of(findings.begin() + static_cast<std::ptrdiff_t>(index) + 1, findings.end(),
                     [&](const Finding& later) {
                       return later.mend != nullptr &&
                              later.mend->message == findings[index].mend->message;
                     });
}

// Of the text's own, not of an object that is built in, as a cooperative group.
bool has_local_memory(const code::Program& program) {
  const base::SourceFile& file = program.unit->file;
  return std::any_of(program.local_arrays.begin(), program.local_arrays.end(),
                     [&](const code::LocalArray& one) {
                       if (one.variable == nullptr || !file.is_own(one.variable->span.begin))
                         return false;
                       const lang::Type* type = lang::array_base(one.variable->type);
                       return !type->is_record() || file.is_own(type->record->span.begin);
                     });
}

Text one_way_text(const std::vector<uint32_t>& lines) {
  std::vector<Text> numbers;
  for (const uint32_t line : lines) numbers.push_back(Text::as_is(std::to_string(line)));
  return to_say_count(
      "the branch in line {lines} went only one way in this run, so nothing is said of the other",
      "the branches in lines {lines} went only one way in this run, so nothing is said of the "
      "others",
      lines.size(), "lines"_a = list_of(numbers));
}

// Of the program whose launch it is.
uint64_t findings_of_host(const run::Run& run) {
  return run.reached == nullptr ? 0 : run.reached->findings.size();
}

// What was looked for, all of it in vain; what the program doesn't have is not mentioned.
Text no_findings_text(const run::Run& run) {
  const launch::CheckSet& checks = run.request.launch.checks;
  const code::Program& program = *run.program;
  std::vector<Text> words{findings_of_host(run) == 0
                              ? sentence("no findings: every access is in its array and aligned")
                              : sentence("no findings in this launch: every access is in its array "
                                         "and aligned")};
  if (checks.races) {
    words.push_back(!run.check_stops.empty()
                        ? sentence("of the accesses that were followed, no two race")
                        : sentence("no two threads race"));
  }
  const bool has_barriers =
      std::any_of(program.instrs.begin(), program.instrs.end(), [](const code::Instr& instr) {
        return instr.op == code::Op::kBarrier || instr.op == code::Op::kBarrierVote;
      });
  if (checks.barriers && has_barriers) words.push_back(sentence("no thread skips a barrier"));
  const bool has_shared = !program.shared.empty();
  const bool has_local = has_local_memory(program);
  if (checks.unwritten && has_shared) {
    words.push_back(has_local ? sentence("no value of unwritten shared or local memory is used")
                              : sentence("no value of unwritten shared memory is used"));
  } else if (checks.unwritten && has_local) {
    words.push_back(sentence("no value of unwritten local memory is used"));
  }
  if (!run.one_way_lines.empty()) words.push_back(one_way_text(run.one_way_lines));
  return clauses_of(words);
}

}  // namespace

Section describe(const Finding& finding) {
  const bool is_in_grid = !observe::is_of_host(finding.kind);
  const auto put_thread = [&](Section& section, trace::BlockId block, const uint32_t(&thread)[3]) {
    if (!is_in_grid) return;
    section.fact("block", extents_of(block));
    section.fact("thread", numbers(thread));
  };
  Section section;
  section.fact("severity", word(finding.severity));
  section.fact("kind", observe::word(finding.kind));
  section.fact("line", finding.line);
  section.fact("column", finding.column);
  section.fact("count", finding.count);
  put_thread(section, finding.block, finding.thread);
  section.fact("message", finding.message);
  if (!finding.file.empty()) section.fact("file", finding.file);
  if (finding.step) section.fact("step", *finding.step);
  if (finding.other) {
    const observe::OtherAccess& of = *finding.other;
    Section other{.key = "other"};
    other.fact("line", of.line);
    other.fact("column", of.column);
    put_thread(other, of.block, of.thread);
    if (of.step) other.fact("step", *of.step);
    if (!of.file.empty()) other.fact("file", of.file);
    section.parts.push_back(std::move(other));
  }
  if (finding.mend != nullptr) {
    Section suggestion{.key = "suggestion"};
    suggestion.fact("line", finding.mend->line);
    suggestion.fact("add", finding.mend->added);
    if (!finding.mend->replaced.empty()) suggestion.fact("instead_of", finding.mend->replaced);
    suggestion.fact("message", finding.mend->message);
    section.parts.push_back(std::move(suggestion));
  }
  if (!finding.also.empty()) {
    List also{"also", {}};
    for (const observe::AlsoRacing& one : finding.also) {
      Section& item = also.items.emplace_back();
      item.fact("kind", observe::word(one.kind));
      item.fact("line", one.other.line);
      item.fact("column", one.other.column);
      Section other{.key = "other"};
      other.fact("line", one.one.line);
      other.fact("column", one.one.column);
      item.parts.push_back(std::move(other));
    }
    section.parts.push_back(std::move(also));
  }
  // Behind the keys of version 1's first form.
  section.fact("counts", observe::word(observe::traits(finding.kind).counts));
  Section detail =
      std::visit([](const auto& of) { return fields_of("detail", of); }, finding.detail);
  if (!detail.parts.empty()) section.parts.push_back(std::move(detail));
  if (!finding.rests_on.empty()) {
    std::vector<Value> rests_on(finding.rests_on.begin(), finding.rests_on.end());
    section.fact("rests_on", std::move(rests_on));
  }
  return section;
}

List list_findings(const char* key, std::initializer_list<const std::vector<Finding>*> of) {
  List list{key, {}};
  for (const std::vector<Finding>* findings : of) {
    for (const Finding& finding : *findings) list.items.push_back(describe(finding));
  }
  return list;
}

void add_rendered(Section& section, const Finding& finding, const base::SourceFile& file) {
  std::string text =
      base::render(base::at(finding.span, finding.message, "", finding.severity), file);
  if (text.ends_with('\n')) text.pop_back();
  section.line(Text::as_is(std::move(text)), -1);
}

std::vector<Section> findings_in_words(const run::Run& run) {
  std::vector<Section> sections;
  for (const observe::CheckStop& stop : run.check_stops)
    sections.emplace_back().title = Text::as_is(observe::stop_words(stop));
  Section& found = sections.emplace_back();
  if (run.findings.empty())
    found.title = run.ending == run::Ending::kComplete ? no_findings_text(run)
                                                       : Text(sentence("no findings so far"));
  else
    found.title = sentence("findings");
  for (size_t i = 0; i < run.findings.size(); ++i) {
    const Finding& finding = run.findings[i];
    add_lines(found, run, finding);
    if (finding.mend != nullptr && !is_said_later(run.findings, i))
      found.line(Text::as_is(finding.mend->message));
  }
  if (const uint64_t of_host = findings_of_host(run); of_host > 0)
    found.line(to_say_count("and {count} finding in host code", "and {count} findings in host code",
                            of_host));
  if (run.advice.empty()) return sections;
  Section& hints = sections.emplace_back();
  hints.title = sentence("hints, from one block");
  for (const Finding& hint : run.advice) {
    std::string text =
        base::render(base::at(hint.span, hint.message, "", hint.severity), run.program->unit->file);
    if (text.ends_with('\n')) text.pop_back();
    hints.line(Text::as_is(std::move(text)), -1);
  }
  return sections;
}

}  // namespace warplens::study
