// A question at the facts of a run: its choices with their numbers, and which one is right.
#include <algorithm>

#include "app/course/exercise.hpp"
#include "app/course/stop_facts.hpp"
#include "app/course/stop_run.hpp"
#include "sim/base/say.hpp"

namespace warplens::course {

namespace {

// What expressions are of: parameters, and facts that are whole numbers.
lessons::Values numbers_of(const lessons::Values& parameters, const Facts& facts) {
  lessons::Values values = parameters;
  for (const auto& [name, fact] : facts) {
    if (const std::optional<int64_t> whole = whole_of(fact)) values[name] = *whole;
  }
  return values;
}

// The two that have one number; nothing: all are different. They are in order.
const Asked::Choice* repeated(const std::vector<Asked::Choice>& choices) {
  const auto same =
      std::adjacent_find(choices.begin(), choices.end(),
                         [](const auto& a, const auto& b) { return a.number == b.number; });
  return same == choices.end() ? nullptr : &*same;
}

class Asking {
 public:
  Asking(const Stop& stop, const lessons::Values& parameters, const Facts& facts)
      : stop_(stop),
        question_(*stop.question),
        parameters_(parameters),
        facts_(facts),
        values_(numbers_of(parameters, facts)) {}

  base::Result<Asked, std::string> asked() {
    asked_.text = shown(question_.text);
    asked_.reason = shown(question_.reason);
    asked_.is_typed = question_.is_typed();
    if (question_.is_number())
      add_numbers();
    else
      add_texts();
    if (!problem_.empty()) return base::fail(problem_);
    return std::move(asked_);
  }

 private:
  std::string shown(const std::string& text) const { return shown_text(text, parameters_, facts_); }

  void fail(const std::string& field, const std::string& problem) {
    if (!problem_.empty()) return;
    problem_ = say("stop '{stop}', question.{field}: {problem}", "stop"_a = stop_.id,
                   "field"_a = field, "problem"_a = problem);
  }

  int64_t number(const std::string& expression, const std::string& field) {
    const base::Result<int64_t, std::string> value = value_of(expression, values_);
    if (!value) fail(field, value.error());
    return value ? *value : 0;
  }

  static std::string choice_field(size_t index, const char* member) {
    return "choices[" + std::to_string(index) + "]." + member;
  }

  void add_number(int64_t number, const std::string& belief, const std::string& why,
                  bool is_right) {
    asked_.choices.push_back(
        {study::rendered(study::Value(number)), belief, shown(why), is_right, number});
  }

  void add_numbers() {
    asked_.truth = number(question_.truth, "truth");
    add_number(*asked_.truth, "", question_.reason, true);
    for (size_t i = 0; i < question_.choices.size(); ++i) {
      const Choice& wrong = question_.choices[i];
      add_number(number(wrong.value, choice_field(i, "value")), wrong.belief, wrong.why, false);
    }
    std::sort(asked_.choices.begin(), asked_.choices.end(),
              [](const auto& a, const auto& b) { return a.number < b.number; });
    if (const Asked::Choice* same = repeated(asked_.choices))
      fail("choices",
           say("two of them, or one and the right one, are {number}", "number"_a = same->text));
  }

  void add_texts() {
    size_t right = 0;
    for (size_t i = 0; i < question_.choices.size(); ++i) {
      const Choice& one = question_.choices[i];
      const bool is_right = number(one.holds, choice_field(i, "if")) != 0;
      right += is_right ? 1 : 0;
      asked_.choices.push_back({shown(one.text),
                                is_right ? "" : one.belief,
                                is_right ? asked_.reason : shown(one.why),
                                is_right,
                                {}});
    }
    if (right != 1) fail("choices", say("one 'if' has to hold, and {count} do", "count"_a = right));
    for (size_t i = 0; i < asked_.choices.size(); ++i) {
      const Asked::Choice& one = asked_.choices[i];
      if (!one.is_right && one.belief.empty())
        fail(choice_field(i, "belief"), say("is missing: the choice is wrong here"));
    }
  }

  const Stop& stop_;
  const Question& question_;
  const lessons::Values& parameters_;
  const Facts& facts_;
  const lessons::Values values_;
  Asked asked_;
  std::string problem_;
};

}  // namespace

base::Result<Asked, std::string> ask(const Stop& stop, const lessons::Values& parameters,
                                     const Facts& facts) {
  return Asking(stop, parameters, facts).asked();
}

std::string shown_text(std::string_view text, const lessons::Values& parameters,
                       const Facts& facts) {
  std::map<std::string, std::string> values;
  for (const auto& [name, value] : parameters) values[name] = study::rendered(study::Value(value));
  for (const auto& [name, fact] : facts) values[name] = study::rendered(fact);
  return filled(text, values);
}

}  // namespace warplens::course
