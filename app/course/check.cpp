// Holds a lesson against runs: what it expects, its questions, its twins, its words.
#include <algorithm>

#include "app/course/exercise.hpp"
#include "app/course/fields.hpp"
#include "app/course/stop_facts.hpp"
#include "app/course/stop_run.hpp"
#include "sim/base/say.hpp"

namespace warplens::course {

namespace {

// A run's facts, with what they were worked out from.
struct Known {
  lessons::Values parameters;
  Facts facts;
};

class Checking {
 public:
  Checking(const Lesson& lesson, const Budget& budget, const std::atomic<bool>* cancelled)
      : lesson_(std::make_shared<const Lesson>(lesson)), left_(budget), cancelled_(cancelled) {}

  std::vector<std::string> problems() {
    check_questions();
    check_exercises();
    for (size_t i = 0; i < lesson_->stops.size(); ++i) check_stop(i);
    return std::move(problems_);
  }

 private:
  void add(const std::string& problem) {
    problems_.push_back(
        say("{lesson}: {problem}", "lesson"_a = file_of_lesson(), "problem"_a = problem));
  }
  void add(const Stop& stop, const std::string& field, const std::string& problem) {
    add(say("stop '{stop}', {field}: {problem}", "stop"_a = stop.id, "field"_a = field,
            "problem"_a = problem));
  }
  std::string file_of_lesson() const {
    return (lesson_->folder.empty() ? lesson_->id : lesson_->folder) + "/lesson.json";
  }

  // The first thing is a prediction, and at least every second stop asks.
  void check_questions() {
    const std::vector<Stop>& stops = lesson_->stops;
    const auto asking = std::count_if(stops.begin(), stops.end(),
                                      [](const Stop& stop) { return stop.question.has_value(); });
    if (!stops.front().question)
      add(stops.front(), "question", say("is missing: a lesson begins with one"));
    if (2 * static_cast<size_t>(asking) < stops.size())
      add(say("stops: every second one has to ask, and {count} of {all} do", "count"_a = asking,
              "all"_a = stops.size()));
  }

  void check_exercises() {
    const std::vector<Exercise>& all = built_in();
    for (const std::string& id : lesson_->exercises) {
      const bool is_there = std::any_of(
          all.begin(), all.end(), [&](const Exercise& exercise) { return exercise.id == id; });
      if (!is_there) add(say("exercises: there is no exercise '{id}'", "id"_a = id));
    }
  }

  // Nothing: it is a problem, or nothing is left of the budget.
  std::optional<Known> known_of(size_t index, std::optional<size_t> twin) {
    if (left_.steps == 0) return std::nullopt;
    base::Result<lessons::Values, std::string> parameters =
        parameters_of(lesson_->stops[index], twin);
    const Budget budget{.steps = std::min(left_.steps, kStopBudget.steps), .bytes = left_.bytes};
    StopRun run(lesson_, index, *parameters, budget);
    base::Result<Facts, std::string> facts = base::whole(run, cancelled_);
    left_.steps -= budget.steps - run.steps_left();
    if (left_.steps == 0) add(say("its runs take too long; what follows is not checked"));
    if (facts) return Known{std::move(*parameters), std::move(*facts)};
    add(twin_words(twin) + facts.error());
    return std::nullopt;
  }

  static std::string twin_words(std::optional<size_t> twin) {
    return twin ? say("twin {number}: ", "number"_a = *twin + 1) : "";
  }

  // One that is the stop again, or another twin again, asks what has been answered.
  void check_twins(const Stop& stop) {
    std::vector<lessons::Values> known{*parameters_of(stop, {})};
    for (size_t i = 0; i < stop.twins.size(); ++i) {
      known.push_back(*parameters_of(stop, i));
      const auto same = std::find(known.begin(), known.end(), known.back());
      if (same + 1 == known.end()) continue;
      const std::string field = "twins[" + std::to_string(i) + "]";
      const auto number = static_cast<size_t>(same - known.begin());
      add(stop, field,
          number == 0 ? say("has the same parameters as the stop")
                      : say("has the same parameters as twin {number}", "number"_a = number));
    }
  }

  void check_stop(size_t index) {
    const Stop& stop = lesson_->stops[index];
    check_twins(stop);
    const std::optional<Known> own = known_of(index, {});
    if (!own) return;
    for (const Unmet& one : unmet(stop, own->facts)) add(stop, one.field, one.problem);
    check_words(stop, "text", stop.text, *own);
    if (!stop.question) {
      for (size_t i = 0; i < stop.twins.size(); ++i) known_of(index, i);
      return;
    }
    const std::optional<Asked> asked = asked_at(stop, *own, {});
    for (size_t i = 0; i < stop.twins.size(); ++i) {
      const std::optional<Known> twin = known_of(index, i);
      if (!twin) continue;
      const std::optional<Asked> again = asked_at(stop, *twin, i);
      if (asked && again && asked->truth && asked->truth == again->truth)
        add(stop, "twins[" + std::to_string(i) + "]", say("has the same truth as the stop"));
    }
  }

  std::optional<Asked> asked_at(const Stop& stop, const Known& known, std::optional<size_t> twin) {
    base::Result<Asked, std::string> asked = ask(stop, known.parameters, known.facts);
    if (!asked) {
      add(twin_words(twin) + asked.error());
      return std::nullopt;
    }
    const Question& question = *stop.question;
    check_words(stop, "question.text", question.text, known);
    check_words(stop, "question.reason", question.reason, known);
    for (size_t i = 0; i < question.choices.size(); ++i) {
      const std::string field = "question.choices[" + std::to_string(i) + "].";
      check_words(stop, field + "text", question.choices[i].text, known);
      check_words(stop, field + "why", question.choices[i].why, known);
    }
    return std::move(*asked);
  }

  // A place may become several words, or have no value in this run.
  void check_words(const Stop& stop, const std::string& field, const std::string& text,
                   const Known& known) {
    const std::string shown = shown_text(text, known.parameters, known.facts);
    if (shown.find('{') != std::string::npos) add(stop, field, say("has a place without a value"));
    if (words_in(shown) > kMostWords)
      add(stop, field,
          say("has {count} words, {most} are allowed", "count"_a = words_in(shown),
              "most"_a = kMostWords));
  }

  const std::shared_ptr<const Lesson> lesson_;
  Budget left_;
  const std::atomic<bool>* const cancelled_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<Unmet> unmet(const Stop& stop, const Facts& facts) {
  std::vector<Unmet> all;
  for (const Expectation& one : stop.expectations) {
    const std::string field = "expect." + one.fact;
    const auto fact = facts.find(one.fact);
    if (fact == facts.end()) {
      all.push_back({field, say("is not there: the launch is refused")});
      continue;
    }
    const std::string found = study::rendered(fact->second);
    const auto* number = std::get_if<int64_t>(&one.value);
    const std::string expected =
        number != nullptr ? std::to_string(*number) : std::get<std::string>(one.value);
    const bool holds = number != nullptr ? whole_of(fact->second) == *number : found == expected;
    if (!holds)
      all.push_back({field, say("is {found}, {expected} is expected", "found"_a = found,
                                "expected"_a = expected)});
  }
  return all;
}

std::vector<std::string> check(const Lesson& lesson, const Budget& budget,
                               const std::atomic<bool>* cancelled) {
  return Checking(lesson, budget, cancelled).problems();
}

}  // namespace warplens::course
