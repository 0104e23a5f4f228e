// `warplens lessons`.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "app/cli/json.hpp"
#include "app/cli/print_section.hpp"
#include "app/cli/report.hpp"
#include "app/lessons/description.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

Text values_text(const lessons::Parameter& parameter) {
  if (!parameter.choices.empty()) return Text::as_is(lessons::choices_text(parameter));
  return to_say("{minimum} to {maximum}", "minimum"_a = parameter.minimum,
                "maximum"_a = parameter.maximum);
}

study::Section lesson_section(const lessons::Lesson& lesson) {
  study::Section section;
  section.title = Text::as_is(lesson.id);
  section.line(Text::as_is(lesson.title));
  if (!lesson.stop.empty()) section.line(to_say("in the course: {stop}", "stop"_a = lesson.stop));
  section.fact("id", lesson.id);
  section.fact("title", lesson.title);
  section.fact("file", lesson.file_name);
  if (!lesson.stop.empty()) section.fact("stop", lesson.stop);
  section.fact("sentences", study::values_of(lesson.sentences));
  study::Table table{"parameters",
                     {{nullptr, sentence("parameter"), study::Align::kLeft},
                      {nullptr, sentence("meaning"), study::Align::kLeft},
                      {nullptr, sentence("values"), study::Align::kLeft},
                      {"name", std::nullopt},
                      {"label", std::nullopt},
                      {"value", std::nullopt},
                      {"minimum", std::nullopt},
                      {"maximum", std::nullopt},
                      {"choices", std::nullopt},
                      {"choice_names", std::nullopt}},
                     {},
                     1};
  for (const lessons::Parameter& parameter : lesson.parameters)
    table.rows.push_back({fmt::format("--set {}={}", parameter.name, parameter.value),
                          parameter.label, values_text(parameter), parameter.name, parameter.label,
                          parameter.value, parameter.minimum, parameter.maximum,
                          study::values_of(parameter.choices),
                          study::values_of(parameter.choice_names)});
  if (table.rows.empty()) {
    for (study::Column& column : table.columns) column.title.reset();
  }
  section.parts.push_back(std::move(table));
  return section;
}

}  // namespace

void print_lessons(std::ostream& out, const std::vector<lessons::Lesson>& lessons) {
  for (const lessons::Lesson& lesson : lessons) print(out, lesson_section(lesson), false);
}

void print_lessons_json(std::ostream& out, const std::vector<lessons::Lesson>& lessons) {
  Json list = Json::array();
  for (const lessons::Lesson& lesson : lessons) list.push_back(to_json(lesson_section(lesson)));
  const Json json = {{"version", kJsonVersion}, {"lessons", std::move(list)}};
  out << to_text(json, 2) << "\n";
}

}  // namespace warplens::cli
