// A condition is held against each launch whose kernel has its accesses, unless it names others.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/check/accesses_of_line.hpp"
#include "app/check/assertion.hpp"
#include "app/course/counts.hpp"
#include "app/study/run.hpp"
#include "app/study/words.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/compile.hpp"

namespace warplens::check {
namespace {

using course::Relation;
using lang::Unit;

// The only count that says something of an access that is not executed.
constexpr std::string_view kRequests = "requests";

// "32", "1.5", "0.3333"
std::string number_text(double number, int digits) {
  return number == std::floor(number) ? fmt::format("{:.0f}", number)
                                      : fmt::format("{:.{}g}", number, digits);
}

// Of a mean and its bound: enough to tell them apart.
int digits_of(double value, double bound) {
  constexpr int kFew = 4, kMany = 10;
  return value != bound && number_text(value, kFew) == number_text(bound, kFew) ? kMany : kFew;
}

// Of several launches' outcomes the one with the least number is the condition's: one that executes
// the access says more than one that does not.
int rank_of(State state) {
  switch (state) {
    case State::kFails:
      return 0;
    case State::kCut:
      return 1;
    case State::kHolds:
      return 2;
    case State::kNotExecuted:
      break;
  }
  return 3;
}

// Those that the condition means. An array is called as the text does, or else as the launch does:
// then only what is in that array counts.
std::vector<LineAccess> fitting(const std::vector<LineAccess>& all, const Condition& condition) {
  std::vector<LineAccess> of_operation, fit;
  for (const LineAccess& access : all) {
    if (!condition.operation || access.operation == *condition.operation)
      of_operation.push_back(access);
  }
  if (condition.array.empty()) return of_operation;
  for (const LineAccess& access : of_operation) {
    if (access.written == condition.array) fit.push_back(access);
  }
  if (!fit.empty()) return fit;
  for (LineAccess& access : of_operation) {
    std::erase_if(access.rows, [&](const auto* row) { return row->array != condition.array; });
    if (!access.rows.empty()) fit.push_back(std::move(access));
  }
  return fit;
}

// The counts of any of these, as JSON names them.
std::string counts_text(const std::vector<LineAccess>& accesses) {
  std::vector<std::string> names;
  for (const LineAccess& access : accesses) {
    for (std::string& name : course::counts_in(access.space.value_or(trace::Space::kGlobal))) {
      if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(std::move(name));
    }
  }
  return base::list_words(names);
}

bool is_counted(const LineAccess& access, const std::string& count) {
  if (!access.space) return true;
  const std::vector<std::string> counts = course::counts_in(*access.space);
  return std::find(counts.begin(), counts.end(), count) != counts.end();
}

// Whether several accesses are taken together though the condition does not say which.
bool is_ambiguous(const std::vector<LineAccess>& counted, const Condition& condition) {
  if (counted.size() < 2 || !condition.array.empty()) return false;
  if (!condition.operation) return true;
  return std::any_of(counted.begin(), counted.end(), [&](const LineAccess& access) {
    return access.array() != counted.front().array();
  });
}

// "wavefronts(tile)", or where the array alone would still mean both "wavefronts(store tile)".
std::string example_of(const std::vector<LineAccess>& counted, const Condition& condition) {
  const LineAccess& last = counted.back();
  const std::string array = last.array();
  const bool is_of_one = std::all_of(counted.begin(), counted.end(), [&](const LineAccess& access) {
    return access.array() == array;
  });
  const bool needs_operation = array.empty() || is_of_one;
  std::string which = needs_operation ? study::word(last.operation) : "";
  if (!array.empty()) which += (which.empty() ? "" : " ") + array;
  return fmt::format("{}({})", condition.count, which);
}

class Judge {
 public:
  explicit Judge(const Launches& launches)
      : launches_(launches), unit_(*launches.ran.front().run->program->unit) {}

  Verdict judge(const std::vector<Assertion>& assertions) {
    for (const Assertion& assertion : assertions) judge(assertion);
    return std::move(verdict_);
  }

 private:
  void judge(const Assertion& assertion) {
    std::string kernel;
    if (!assertion.kernel.empty()) {
      const std::optional<std::string> named = kernel_named(assertion);
      if (!named) return;
      kernel = *named;
    }
    if (assertion.launch && !has_launch(assertion)) return;
    for (const Condition& condition : assertion.conditions) {
      if (!judge(assertion, condition, kernel)) return;
    }
  }

  void add_mistake(base::Span span, std::string message, std::string hint = "") {
    verdict_.mistakes.push_back(base::at(span, std::move(message), std::move(hint)));
  }

  // As lang::Kernel::name has it; nothing: there is none, which is a mistake.
  std::optional<std::string> kernel_named(const Assertion& assertion) {
    const std::string name = lang::kernel_name(unit_, assertion.kernel);
    std::vector<std::string> names;
    for (const lang::ListedKernel& kernel : unit_.listed) {
      if (kernel.name == name || kernel.name == assertion.kernel) return kernel.name;
      names.push_back(kernel.name);
    }
    for (const Launched& launched : launches_.ran) {
      if (launched.run->program->kernel->name == name) return name;
      names.push_back(launched.run->program->kernel->name);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    add_mistake(
        assertion.kernel_span,
        base::with_suggestion(say("the text has no kernel '{name}'", "name"_a = assertion.kernel),
                              base::nearest_name(assertion.kernel, names)),
        names.empty() ? "" : say("it has {names}", "names"_a = base::list_words(names)));
    return std::nullopt;
  }

  bool has_launch(const Assertion& assertion) {
    const uint32_t number = *assertion.launch;
    const bool has_run =
        std::any_of(launches_.ran.begin(), launches_.ran.end(),
                    [&](const Launched& launched) { return launched.number == number; });
    if (has_run || launches_.is_cut || number <= launches_.all) return true;
    add_mistake(assertion.launch_span,
                say_count("there is no launch {number}: there is {count} launch",
                          "there is no launch {number}: there are {count} launches", launches_.all,
                          "number"_a = number));
    return false;
  }

  // False: after a mistake, which the assertion's other conditions would have, too.
  bool judge(const Assertion& assertion, const Condition& condition, const std::string& kernel) {
    std::optional<Outcome> worst;
    for (const Launched& launched : launches_.ran) {
      if (assertion.launch && launched.number != *assertion.launch) continue;
      const std::string& name = launched.run->program->kernel->name;
      if (!kernel.empty() && name != kernel) continue;
      const std::vector<LineAccess> all = accesses_of_line(*launched.run, assertion.line);
      if (all.empty()) continue;
      std::optional<Outcome> outcome = outcome_in(launched, all, assertion, condition);
      if (!outcome) return false;
      if (!worst || rank_of(outcome->state) < rank_of(worst->state)) worst = std::move(outcome);
    }
    if (!worst) worst = outcome_without_launch(assertion, condition, kernel);
    if (!worst) return false;
    if (launches_.is_cut && worst->state == State::kHolds && !assertion.launch) {
      worst->state = State::kCut;
      worst->stopped =
          to_say_count("{count} launch of {all} was run", "{count} launches of {all} were run",
                       launches_.ran.size(), "all"_a = launches_.all);
    }
    verdict_.outcomes.push_back(std::move(*worst));
    return true;
  }

  Outcome outcome_of(const Condition& condition, State state) const {
    Outcome outcome;
    outcome.condition = condition;
    outcome.state = state;
    const base::LineColumn place = unit_.file.line_column(condition.span.begin);
    outcome.line = place.line;
    outcome.column = place.column;
    outcome.is_one_of_several = launches_.all > 1;
    return outcome;
  }

  // Nothing: after a mistake.
  std::optional<Outcome> outcome_in(const Launched& launched, const std::vector<LineAccess>& all,
                                    const Assertion& assertion, const Condition& condition) {
    const std::vector<LineAccess> fit = fitting(all, condition);
    if (fit.empty()) {
      add_mistake(condition.span,
                  say("line {line} has no such access as '{condition}' names",
                      "line"_a = assertion.line, "condition"_a = condition.text),
                  say("it has {accesses}", "accesses"_a = names_of(all).rendered()));
      return std::nullopt;
    }
    std::vector<LineAccess> counted;
    for (const LineAccess& access : fit) {
      if (is_counted(access, condition.count)) counted.push_back(access);
    }
    if (counted.empty()) {
      add_mistake(condition.span,
                  say("'{count}' is not counted of {access}", "count"_a = condition.count,
                      "access"_a = names_of(fit).rendered()),
                  say("counted are {names}", "names"_a = counts_text(fit)));
      return std::nullopt;
    }
    if (is_ambiguous(counted, condition)) {
      add_mistake(condition.span,
                  say_count("line {line} has {count} access that '{name}' may mean",
                            "line {line} has {count} accesses that '{name}' may mean",
                            counted.size(), "line"_a = assertion.line, "name"_a = condition.count),
                  say("it has {accesses}; say which one, like '{example}'",
                      "accesses"_a = names_of(counted).rendered(),
                      "example"_a = example_of(counted, condition)));
      return std::nullopt;
    }
    return outcome_of_accesses(launched, counted, condition);
  }

  Outcome outcome_of_accesses(const Launched& launched, const std::vector<LineAccess>& counted,
                              const Condition& condition) const {
    const run::Run& run = *launched.run;
    Outcome outcome = outcome_of(condition, State::kHolds);
    outcome.line = counted.front().line;
    outcome.column = counted.front().column;
    outcome.access = names_of(counted);
    outcome.kernel = run.program->kernel->name;
    outcome.launch = launched.number;
    outcome.stopped = study::ending_text(run.ending);
    std::vector<const observe::AccessRow*> rows;
    for (const LineAccess& access : counted)
      rows.insert(rows.end(), access.rows.begin(), access.rows.end());
    outcome.value = course::count_together(rows, condition.count, condition.is_each_request);
    const bool is_met =
        course::is_met(condition.relation, outcome.value.value_or(0), condition.bound);
    if (run.ending != run::Ending::kComplete) {
      // What was counted so far can only grow.
      const bool grows = !condition.is_each_request && outcome.value.has_value();
      const bool is_least = condition.relation == Relation::kLeast;
      const bool is_too_much = grows && !is_least && *outcome.value > condition.bound;
      const bool is_enough = grows && is_least && is_met;
      const bool is_cut = run::is_cut(run.ending) || run.ending == run::Ending::kCancelled;
      outcome.state = !is_cut || is_too_much ? State::kFails
                      : is_enough            ? State::kHolds
                                             : State::kCut;
    } else if (rows.empty()) {
      const bool says_so = condition.count == kRequests && !condition.is_each_request && is_met;
      outcome.state = says_so ? State::kHolds : State::kNotExecuted;
    } else if (!is_met) {
      outcome.state = State::kFails;
    }
    return outcome;
  }

  // No launch has an access on that line. Nothing: after a mistake.
  std::optional<Outcome> outcome_without_launch(const Assertion& assertion,
                                                const Condition& condition,
                                                const std::string& kernel) {
    if (launches_.is_cut) return outcome_of(condition, State::kCut);
    const lang::ListedKernel* around = kernel_around(assertion.line);
    if (around != nullptr && !is_launched(*around)) {
      Outcome outcome = outcome_of(condition, State::kNotExecuted);
      outcome.kernel = around->name;
      return outcome;
    }
    if (has_access_elsewhere(assertion.line)) {
      if (assertion.launch) {
        add_mistake(assertion.launch_span,
                    say("launch {number} makes no access of line {line}",
                        "number"_a = *assertion.launch, "line"_a = assertion.line));
        return std::nullopt;
      }
      if (is_launched_kernel(kernel)) {
        add_mistake(assertion.kernel_span, say("the kernel {name} makes no access of line {line}",
                                               "name"_a = kernel, "line"_a = assertion.line));
        return std::nullopt;
      }
      Outcome outcome = outcome_of(condition, State::kNotExecuted);
      outcome.kernel = kernel;
      return outcome;
    }
    add_mistake(
        assertion.span,
        say("no kernel that is launched has an access on line {line}", "line"_a = assertion.line),
        say("an assertion is at the end of an access's line, or alone on the line before it"));
    return std::nullopt;
  }

  // Of a template any instance is.
  bool is_launched(const lang::ListedKernel& kernel) const {
    return std::any_of(launches_.ran.begin(), launches_.ran.end(), [&](const Launched& launched) {
      const base::Span span = launched.run->program->kernel->span;
      return unit_.file.line_column(span.begin) == unit_.file.line_column(kernel.span.begin);
    });
  }

  bool is_launched_kernel(const std::string& kernel) const {
    return std::any_of(launches_.ran.begin(), launches_.ran.end(), [&](const Launched& launched) {
      return launched.run->program->kernel->name == kernel;
    });
  }

  bool has_access_elsewhere(uint32_t line) const {
    return std::any_of(launches_.ran.begin(), launches_.ran.end(), [&](const Launched& launched) {
      return !accesses_of_line(*launched.run, line).empty();
    });
  }

  // The kernel of the root text whose lines hold this one; null: none does.
  const lang::ListedKernel* kernel_around(uint32_t line) const {
    for (const lang::ListedKernel& kernel : unit_.listed) {
      if (unit_.file.part_of(kernel.full_span.begin) != 0 || kernel.full_span.empty()) continue;
      if (unit_.file.line_of(kernel.full_span.begin) <= line &&
          line <= unit_.file.line_of(kernel.full_span.end - 1))
        return &kernel;
    }
    return nullptr;
  }

  const Launches& launches_;
  const Unit& unit_;
  Verdict verdict_;
};

// "the store to tile", "the store to tile, launch 2 of transpose"
Text place_of(const Outcome& outcome) {
  if (!outcome.is_one_of_several || outcome.launch == 0) return outcome.access;
  return to_say("{access}, launch {number} of {kernel}", "access"_a = outcome.access,
                "number"_a = outcome.launch, "kernel"_a = outcome.kernel);
}

Text never_executed(const Outcome& outcome) {
  const std::string& asserted = outcome.condition.text;
  if (!outcome.access.empty())
    return to_say("never executed, asserted {condition} ({access})", "condition"_a = asserted,
                  "access"_a = place_of(outcome));
  return to_say("never executed, asserted {condition} (no launch is of {kernel})",
                "condition"_a = asserted, "kernel"_a = outcome.kernel);
}

}  // namespace

const char* word(State state) {
  switch (state) {
    case State::kHolds:
      return "holds";
    case State::kFails:
      return "fails";
    case State::kNotExecuted:
      return "not_executed";
    case State::kCut:
      break;
  }
  return "cut";
}

Text sentence_of(const Outcome& outcome) {
  const Condition& condition = outcome.condition;
  if (outcome.state == State::kNotExecuted) return never_executed(outcome);
  if (outcome.access.empty())
    return to_say("a limit was met before any launch had this access, asserted {condition}",
                  "condition"_a = condition.text);
  const Text place = place_of(outcome);
  const double number = outcome.value.value_or(0);
  const int digits = digits_of(number, condition.bound);
  const std::string value = number_text(number, digits);
  const std::string bound =
      fmt::format("{} {}", word(condition.relation), number_text(condition.bound, digits));
  if (!outcome.stopped.empty())
    return to_say("{count} is {value} so far, asserted {bound} ({access}): {reason}",
                  "count"_a = condition.count, "value"_a = value, "bound"_a = bound,
                  "access"_a = place, "reason"_a = outcome.stopped);
  if (condition.is_each_request)
    return to_say("{count} per request is {value}, asserted {bound} ({access})",
                  "count"_a = condition.count, "value"_a = value, "bound"_a = bound,
                  "access"_a = place);
  return to_say("{count} is {value}, asserted {bound} ({access})", "count"_a = condition.count,
                "value"_a = value, "bound"_a = bound, "access"_a = place);
}

Verdict judge(const std::vector<Assertion>& assertions, const Launches& launches) {
  return Judge(launches).judge(assertions);
}

}  // namespace warplens::check
