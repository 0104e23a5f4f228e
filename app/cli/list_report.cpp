// `warplens lessons`.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ostream>

#include "app/cli/json.hpp"
#include "app/cli/report.hpp"
#include "app/cli/table.hpp"
#include "app/lessons/description.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

std::string values_text(const lessons::Parameter& parameter) {
  if (!parameter.choices.empty()) return lessons::choices_text(parameter);
  return say("{minimum} to {maximum}", "minimum"_a = parameter.minimum,
             "maximum"_a = parameter.maximum);
}

Json parameter_json(const lessons::Parameter& parameter) {
  return {{"name", parameter.name},
          {"label", parameter.label},
          {"value", parameter.value},
          {"minimum", parameter.minimum},
          {"maximum", parameter.maximum},
          {"choices", parameter.choices},
          {"choice_names", parameter.choice_names}};
}

}  // namespace

void print_lessons(std::ostream& out, const std::vector<lessons::Lesson>& lessons) {
  for (const lessons::Lesson& lesson : lessons) {
    out << lesson.id << "\n  " << lesson.title << "\n";
    std::vector<std::vector<std::string>> rows;
    for (const lessons::Parameter& parameter : lesson.parameters) {
      rows.push_back({fmt::format("--set {}={}", parameter.name, parameter.value), parameter.label,
                      values_text(parameter)});
    }
    if (!rows.empty())
      out << format_table({{label("parameter")}, {label("meaning")}, {label("values")}}, rows,
                          "    ");
  }
}

void print_lessons_json(std::ostream& out, const std::vector<lessons::Lesson>& lessons) {
  Json list = Json::array();
  for (const lessons::Lesson& lesson : lessons) {
    Json parameters = Json::array();
    for (const lessons::Parameter& parameter : lesson.parameters)
      parameters.push_back(parameter_json(parameter));
    list.push_back({{"id", lesson.id},
                    {"title", lesson.title},
                    {"file", lesson.file_name},
                    {"sentences", lesson.sentences},
                    {"parameters", std::move(parameters)}});
  }
  const Json json = {{"version", kJsonVersion}, {"lessons", std::move(list)}};
  out << to_text(json, 2) << "\n";
}

}  // namespace warplens::cli
