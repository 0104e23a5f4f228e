#include "app/session/course/stop_desk.hpp"

#include <cctype>
#include <utility>

namespace warplens::gui {

namespace {

constexpr course::Budget kStopBudget;  // what a lesson's test allows, too

base::Failure<base::Diagnostics> stop_problem(const std::string& why) {
  return base::fail(base::Diagnostics{base::placeless(why)});
}

// Marks of code are for who prints them in other letters.
std::string without_marks(std::string text) {
  std::erase(text, '`');
  return text;
}

course::Asked without_marks(course::Asked asked) {
  asked.text = without_marks(std::move(asked.text));
  asked.reason = without_marks(std::move(asked.reason));
  for (course::Asked::Choice& choice : asked.choices) {
    choice.text = without_marks(std::move(choice.text));
    choice.why = without_marks(std::move(choice.why));
  }
  return asked;
}

// Whether the launch depends on the parameter; others are of the stop's place and its words alone.
bool is_named_in(const std::string& launch, const std::string& name) {
  const auto is_of_name = [&](size_t at) {
    return at < launch.size() &&
           (std::isalnum(static_cast<unsigned char>(launch[at])) != 0 || launch[at] == '_');
  };
  for (size_t at = launch.find(name); at != std::string::npos; at = launch.find(name, at + 1)) {
    const bool begins = at == 0 || !is_of_name(at - 1);
    if (begins && !is_of_name(at + name.size())) return true;
  }
  return false;
}

}  // namespace

std::shared_ptr<const lessons::Lesson> as_lesson(const course::Stop& stop,
                                                 const lessons::Values& parameters) {
  auto shown = std::make_shared<lessons::Lesson>(stop.shown);
  std::erase_if(shown->parameters, [&](const lessons::Parameter& parameter) {
    return !is_named_in(shown->launch, parameter.name);
  });
  for (lessons::Parameter& parameter : shown->parameters) {
    const auto value = parameters.find(parameter.name);
    if (value != parameters.end()) parameter.value = value->second;
  }
  return shown;
}

SlicedWork<StopFacts> with_stop(std::shared_ptr<const course::Lesson> lesson, size_t stop,
                                lessons::Values parameters) {
  return [lesson = std::move(lesson), stop, parameters = std::move(parameters),
          run = std::make_shared<std::unique_ptr<course::StopRun>>()](
             base::Slice& slice) -> std::optional<base::Checked<StopFacts>> {
    if (*run == nullptr)
      *run = std::make_unique<course::StopRun>(lesson, stop, parameters, kStopBudget);
    if ((*run)->advance(slice) == base::Progress::kMore) return std::nullopt;
    const base::Result<course::Facts, std::string> facts = (*run)->take();
    if (!facts) return base::Checked<StopFacts>(stop_problem(facts.error()));
    const course::Stop& of = lesson->stops[stop];
    StopFacts result{without_marks(course::shown_text(of.text, parameters, *facts)), std::nullopt,
                     (*run)->opening()};
    if (of.question) {
      base::Result<course::Asked, std::string> asked = course::ask(of, parameters, *facts);
      if (!asked) return base::Checked<StopFacts>(stop_problem(asked.error()));
      result.asked = without_marks(std::move(*asked));
    }
    return base::Checked<StopFacts>(std::move(result));
  };
}

}  // namespace warplens::gui
