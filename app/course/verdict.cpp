// A verdict in words, and as facts for programs.
#include <fmt/format.h>

#include <cmath>

#include "app/course/judge.hpp"
#include "app/study/finding.hpp"
#include "app/study/run.hpp"
#include "app/study/words.hpp"
#include "sim/base/grouped.hpp"

namespace warplens::course {

namespace {

using study::Section;

std::string number_text(double value) {
  if (value >= 0 && value == std::floor(value)) return base::grouped(static_cast<uint64_t>(value));
  return fmt::format("{:.4g}", value);
}

Text bound_text(Relation relation, double bound) {
  const std::string number = number_text(bound);
  switch (relation) {
    case Relation::kMost:
      return to_say("at most {number}", "number"_a = number);
    case Relation::kLeast:
      return to_say("at least {number}", "number"_a = number);
    case Relation::kEqual:
      break;
  }
  return Text::as_is(number);
}

Relation relation_of(const Mark& mark) {
  return mark.goal ? mark.goal->relation : Relation::kMost;
}

Text wrong_text(const WrongElement& wrong, const Text& place) {
  switch (wrong.kind) {
    case WrongElement::Kind::kUnwritten:
      return to_say("at {place} {element} is never written; it should be {expected}",
                    "place"_a = place, "element"_a = wrong.element, "expected"_a = wrong.expected);
    case WrongElement::Kind::kInput:
      return to_say("at {place} the input {element} is overwritten: {expected} becomes {found}",
                    "place"_a = place, "element"_a = wrong.element, "expected"_a = wrong.expected,
                    "found"_a = wrong.found);
    case WrongElement::Kind::kPrinted:
      return to_say("at {place} number {number} of the output is {found} instead of {expected}",
                    "place"_a = place, "number"_a = wrong.element, "found"_a = wrong.found,
                    "expected"_a = wrong.expected);
    case WrongElement::Kind::kNumbers:
      return to_say("at {place} the output has {found} numbers instead of {expected}",
                    "place"_a = place, "found"_a = wrong.found, "expected"_a = wrong.expected);
    case WrongElement::Kind::kWithoutKernels:
      return to_say("at {place} the output is right even where the kernels do nothing",
                    "place"_a = place);
    case WrongElement::Kind::kValue:
      break;
  }
  return to_say("at {place} {element} is {found} instead of {expected}", "place"_a = place,
                "element"_a = wrong.element, "found"_a = wrong.found,
                "expected"_a = wrong.expected);
}

const char* kind_word(WrongElement::Kind kind) {
  switch (kind) {
    case WrongElement::Kind::kValue:
      return "value";
    case WrongElement::Kind::kUnwritten:
      return "unwritten";
    case WrongElement::Kind::kInput:
      return "input";
    case WrongElement::Kind::kPrinted:
      return "printed";
    case WrongElement::Kind::kNumbers:
      return "numbers";
    case WrongElement::Kind::kWithoutKernels:
      break;
  }
  return "without_kernels";
}

void add_where(Section& section, const Where& where) {
  study::Table& size = section.table("size", {{"name", std::nullopt}, {"value", std::nullopt}});
  for (const auto& [name, value] : where.size) size.rows.push_back({name, value});
  section.fact("hidden", where.at.size != 0);
  if (!where.at.infinite.empty()) section.fact("infinite", where.at.infinite);
  section.fact("schedule", launch::print_order(where.schedule));
  section.fact("independent_lanes", where.schedule.independent_lanes);
}

study::Value number_value(const std::optional<double>& number) {
  if (!number) return {};
  if (*number >= 0 && *number == std::floor(*number)) return static_cast<uint64_t>(*number);
  return {*number, study::Form::kThreeDigits};
}

Section facts_of(const Mark& mark) {
  Section section;
  section.fact("kind", word(mark.kind));
  if (mark.goal) section.fact("goal", mark.goal->id);
  section.fact("state", word(mark.state));
  section.fact("shown_value", number_value(mark.shown_value));
  section.fact("shown_bound", number_value(mark.shown_bound));
  if (!mark.where) return section;
  add_where(section, *mark.where);
  section.fact("value", number_value(mark.value));
  section.fact("bound", number_value(mark.bound));
  if (mark.ending) section.fact("ending", study::word(*mark.ending));
  if (!mark.ended.empty()) section.fact("ended", mark.ended);
  if (mark.wrong) {
    Section wrong{.key = "wrong"};
    wrong.fact("kind", kind_word(mark.wrong->kind));
    wrong.fact("element", mark.wrong->element);
    wrong.fact("expected", mark.wrong->expected);
    wrong.fact("found", mark.wrong->found);
    wrong.fact("count", mark.wrong->count);
    section.parts.push_back(std::move(wrong));
  }
  if (mark.finding)
    section.parts.push_back(study::List{"findings", {study::describe(*mark.finding)}});
  section.fact("reason", reason_text(mark));
  return section;
}

Sentence headline(Outcome outcome) {
  switch (outcome) {
    case Outcome::kOpen:
      return sentence("not judged to the end yet");
    case Outcome::kPassed:
      return sentence("passed");
    case Outcome::kFailed:
      return sentence("not passed");
    case Outcome::kNotFinished:
      return sentence("not finished: it can't be run yet");
    case Outcome::kCut:
      return sentence("cut: a limit ended a run, so it is not known whether it passes");
    case Outcome::kUnusable:
      break;
  }
  return sentence("the exercise can't be judged");
}

}  // namespace

const char* word(MarkKind kind) {
  switch (kind) {
    case MarkKind::kResult:
      return "result";
    case MarkKind::kErrors:
      return "no_errors";
    case MarkKind::kGoal:
      return "goal";
    case MarkKind::kInstructions:
      return "warp_instructions";
    case MarkKind::kSharedBytes:
      return "shared_bytes";
  }
  return "";
}

const char* word(MarkState state) {
  switch (state) {
    case MarkState::kOpen:
      return "open";
    case MarkState::kPassed:
      return "passed";
    case MarkState::kFailed:
      return "failed";
    case MarkState::kCut:
      return "cut";
  }
  return "";
}

const char* word(Outcome outcome) {
  switch (outcome) {
    case Outcome::kOpen:
      return "open";
    case Outcome::kPassed:
      return "passed";
    case Outcome::kFailed:
      return "failed";
    case Outcome::kNotFinished:
      return "not_finished";
    case Outcome::kCut:
      return "cut";
    case Outcome::kUnusable:
      return "unusable";
  }
  return "";
}

Sentence name_of(MarkState state) {
  switch (state) {
    case MarkState::kOpen:
      return sentence("not checked yet");
    case MarkState::kPassed:
      return sentence("passed");
    case MarkState::kFailed:
      return sentence("failed");
    case MarkState::kCut:
      break;
  }
  return sentence("cut");
}

Text name_of(const Mark& mark) {
  switch (mark.kind) {
    case MarkKind::kResult:
      return sentence("the result");
    case MarkKind::kErrors:
      return sentence("no error found");
    case MarkKind::kGoal:
      return Text::as_is(mark.goal->text);
    case MarkKind::kInstructions:
      return sentence("warp instructions");
    case MarkKind::kSharedBytes:
      break;
  }
  return sentence("bytes of shared memory a block");
}

Text asked_text(const Mark& mark) {
  if (!mark.shown_bound) return name_of(mark);
  return to_say("{mark}: {bound}", "mark"_a = name_of(mark),
                "bound"_a = bound_text(relation_of(mark), *mark.shown_bound));
}

Text counted_text(const Mark& mark) {
  if (!mark.shown_value || !mark.shown_bound) return {};
  return to_say("now {value}, goal {bound}", "value"_a = number_text(*mark.shown_value),
                "bound"_a = bound_text(relation_of(mark), *mark.shown_bound));
}

Text place_text(const Where& where) {
  std::vector<Text> parts{where.at.size == 0
                              ? Text::as_is(words(where.size))
                              : to_say("{size} (hidden)", "size"_a = words(where.size))};
  if (!where.at.infinite.empty())
    parts.push_back(to_say("with infinities in {array}", "array"_a = where.at.infinite));
  if (where.schedule != launch::Schedule{})
    parts.push_back(Text::as_is(launch::words(where.schedule)));
  return commas_between(parts);
}

Text reason_text(const Mark& mark) {
  if (mark.state != MarkState::kFailed && mark.state != MarkState::kCut) return {};
  if (!mark.where) return sentence("not run: the budget is used up");
  const Text place = place_text(*mark.where);
  if (mark.state == MarkState::kCut && mark.ending == run::Ending::kComplete)
    return to_say("at {place} there is too much to look for races in", "place"_a = place);
  if (mark.ending)
    return to_say("at {place} the run did not come to its end: {ending}", "place"_a = place,
                  "ending"_a = study::ending_text(*mark.ending));
  if (!mark.problem.empty())
    return to_say("at {place} it can't be run: {problem}", "place"_a = place,
                  "problem"_a = mark.problem);
  if (!mark.ended.empty())
    return to_say("at {place}: {ending}", "place"_a = place, "ending"_a = mark.ended);
  if (mark.wrong) return wrong_text(*mark.wrong, place);
  if (mark.finding)
    return to_say("at {place}, line {line}: {finding}", "place"_a = place,
                  "line"_a = mark.finding->line, "finding"_a = mark.finding->message);
  if (!mark.value || !mark.bound) return to_say("at {place} it is not counted", "place"_a = place);
  if (mark.kind == MarkKind::kInstructions)
    return to_say("{value} up to {place}, goal {bound}", "place"_a = place,
                  "value"_a = number_text(*mark.value),
                  "bound"_a = bound_text(Relation::kMost, *mark.bound));
  return to_say("at {place}: {value}, goal {bound}", "place"_a = place,
                "value"_a = number_text(*mark.value),
                "bound"_a = bound_text(relation_of(mark), *mark.bound));
}

Section describe(const Verdict& verdict) {
  Section section;
  section.title = headline(verdict.outcome);
  section.fact("exercise", verdict.exercise);
  section.fact("outcome", word(verdict.outcome));
  if (verdict.outcome == Outcome::kUnusable) {
    section.fact("problem", verdict.unusable);
    section.line(Text::as_is(verdict.unusable));
    return section;
  }
  if (verdict.outcome == Outcome::kNotFinished) {
    section.fact("problem", verdict.problems.front().message);
    std::string text = base::render(verdict.problems, verdict.file);
    if (text.ends_with('\n')) text.pop_back();
    section.line(Text::as_is(std::move(text)), -1);
    return section;
  }
  study::List marks{"marks", {}};
  for (const Mark& mark : verdict.marks) marks.items.push_back(facts_of(mark));
  section.parts.push_back(std::move(marks));
  study::Table& table = section.table(nullptr, {{nullptr, Text(), study::Align::kLeft},
                                                {nullptr, Text(), study::Align::kLeft},
                                                {nullptr, Text(), study::Align::kLeft}});
  for (const Mark& mark : verdict.marks)
    table.rows.push_back({name_of(mark), Text(name_of(mark.state)), counted_text(mark)});
  for (const Mark& mark : verdict.marks) {
    if (const Text reason = reason_text(mark); !reason.empty())
      section.line(to_say("{mark}: {reason}", "mark"_a = name_of(mark), "reason"_a = reason));
  }
  return section;
}

}  // namespace warplens::course
