// `warplens lessons` and `warplens devices`.
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

std::string bytes_text(uint32_t bytes) {
  return bytes % 1024 == 0 ? fmt::format("{} KiB", bytes / 1024) : grouped(bytes);
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

void print_devices(std::ostream& out, const std::vector<model::Device>& devices) {
  std::vector<std::vector<std::string>> rows;
  for (const model::Device& device : devices) {
    rows.push_back(
        {device.id, device.name, std::to_string(device.banks),
         fmt::format("{} B", device.bank_bytes), std::to_string(device.lanes_per_pass),
         device.broadcast == model::Broadcast::kAnyWord ? label("any word") : label("one word"),
         bytes_text(device.static_shared_limit()), bytes_text(device.dynamic_shared_limit())});
  }
  const Align left = Align::kLeft, right = Align::kRight;
  out << format_table({{label("id"), left},
                       {label("name"), left},
                       {label("banks"), right},
                       {label("width"), right},
                       {label("lanes per pass"), right},
                       {label("broadcast"), left},
                       {label("static shared"), right},
                       {label("dynamic shared"), right}},
                      rows, "");
}

void print_devices_json(std::ostream& out, const std::vector<model::Device>& devices) {
  Json list = Json::array();
  for (const model::Device& device : devices) {
    list.push_back(
        {{"id", device.id},
         {"name", device.name},
         {"compute_capability",
          fmt::format("{}.{}", device.multiprocessor.major, device.multiprocessor.minor)},
         {"banks", device.banks},
         {"bank_bytes", device.bank_bytes},
         {"lanes_together", device.lanes_per_pass},
         {"broadcast", device.broadcast == model::Broadcast::kAnyWord ? "any_word" : "one_word"},
         {"pairs_words", device.pairs_words},
         {"static_shared_limit", device.static_shared_limit()},
         {"dynamic_shared_limit", device.dynamic_shared_limit()},
         {"threads_per_block", device.multiprocessor.block_threads},
         {"wide_rules_are_current", device.wide_rules_are_current},
         {"global_rules_are_current", device.global_rules_are_current}});
  }
  const Json json = {{"version", kJsonVersion}, {"devices", std::move(list)}};
  out << to_text(json, 2) << "\n";
}

}  // namespace warplens::cli
