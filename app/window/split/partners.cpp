#include "app/window/split/split.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

constexpr size_t kMostLessons = 2;

// Whether the text is compiled with it: "-D TILE={tile}".
bool is_compiled_in(const lessons::Lesson& lesson, const std::string& parameter) {
  const std::string expression = "={" + parameter + "}";
  for (size_t at = lesson.launch.find("-D "); at != std::string::npos;
       at = lesson.launch.find("-D ", at + 1)) {
    const size_t end = lesson.launch.find(' ', at + 3);
    const std::string_view word = std::string_view(lesson.launch).substr(at, end - at);
    if (word.ends_with(expression)) return true;
  }
  return false;
}

// The least one, which is none of a padding; another one where that is the present one.
std::optional<int64_t> other_value(const lessons::Parameter& parameter, int64_t value) {
  if (parameter.choices.size() > 1)
    return parameter.choices.front() != value ? parameter.choices.front() : parameter.choices[1];
  if (parameter.minimum == parameter.maximum) return std::nullopt;
  return value != parameter.minimum ? parameter.minimum : value + 1;
}

std::set<std::string> arguments_of(const lessons::Lesson& lesson) {
  constexpr std::string_view kOption = "--arg ";
  std::set<std::string> names;
  for (size_t at = lesson.launch.find(kOption); at != std::string::npos;
       at = lesson.launch.find(kOption, at + 1)) {
    const size_t begin = at + kOption.size();
    names.insert(lesson.launch.substr(begin, lesson.launch.find('=', begin) - begin));
  }
  return names;
}

}  // namespace

std::vector<Partner> partners_of(const gui::State& model) {
  std::vector<Partner> partners;
  if (model.lesson == nullptr) return partners;
  for (const lessons::Parameter& parameter : model.lesson->parameters) {
    if (!is_compiled_in(*model.lesson, parameter.name)) continue;
    const auto set = std::find_if(
        model.settings.begin(), model.settings.end(),
        [&](const launch::Definition& setting) { return setting.name == parameter.name; });
    const int64_t value = set == model.settings.end() ? parameter.value : std::stoll(set->value);
    const std::optional<int64_t> other = other_value(parameter, value);
    if (!other) continue;
    partners.push_back(
        {say("{parameter} {value}", "parameter"_a = parameter.label, "value"_a = *other),
         gui::action::SetParameter{parameter.name, *other}});
  }
  const auto own = std::find(model.lessons.begin(), model.lessons.end(), model.lesson);
  const auto at = static_cast<size_t>(own - model.lessons.begin());
  size_t found = 0;
  for (size_t i = 1; i < model.lessons.size() && found < kMostLessons; ++i) {
    const lessons::Lesson& lesson = *model.lessons[(at + i) % model.lessons.size()];
    if (arguments_of(lesson) != arguments_of(*model.lesson)) continue;
    ++found;
    partners.push_back({lesson.title, gui::action::OpenLesson{lesson.id}});
  }
  return partners;
}

}  // namespace warplens::views
