// The fields of a description, read one by one by FieldReader.
#include "app/lessons/description.hpp"

#include <algorithm>
#include <optional>

#include "app/lessons/field_reader.hpp"
#include "sim/base/say.hpp"

namespace warplens::lessons {
namespace {

using nlohmann::json;

constexpr int64_t kLargestOrder = 1'000'000;

Parameter read_parameter(FieldReader& reader, const json& object, const std::string& path) {
  reader.check_members(object, path,
                       {"name", "label", "value", "minimum", "maximum", "choices", "choice_names"});
  Parameter parameter;
  parameter.name = reader.text(object, path, "name");
  parameter.label = in_language(reader.text(object, path, "label"));
  parameter.value = reader.integer(object, path, "value");
  parameter.minimum = reader.integer(object, path, "minimum");
  parameter.maximum = reader.integer(object, path, "maximum");
  if (const json* choices = reader.list(object, path, "choices")) {
    for (size_t i = 0; i < choices->size(); ++i) {
      const std::optional<int64_t> value = whole_number((*choices)[i]);
      if (!value || *value < parameter.minimum || *value > parameter.maximum) {
        reader.fail(item(join(path, "choices"), i),
                    say("must be a whole number from minimum to maximum"));
      }
      parameter.choices.push_back(value.value_or(0));
    }
  }
  if (object.is_object() && object.contains("choice_names")) {
    parameter.choice_names = reader.texts(object, path, "choice_names");
    if (parameter.choice_names.size() != parameter.choices.size()) {
      reader.fail(join(path, "choice_names"), say("needs one name for each of the choices"));
    }
  }
  if (parameter.minimum > parameter.maximum)
    reader.fail(join(path, "minimum"), say("is larger than the maximum"));
  const bool is_choice =
      parameter.choices.empty() || std::find(parameter.choices.begin(), parameter.choices.end(),
                                             parameter.value) != parameter.choices.end();
  if (parameter.value < parameter.minimum || parameter.value > parameter.maximum || !is_choice) {
    reader.fail(join(path, "value"), say("the default is outside the range or the choices"));
  }
  return parameter;
}

RecordedGrid read_grid(FieldReader& reader, const json& object, const std::string& path,
                       const std::vector<Parameter>& parameters) {
  reader.check_members(object, path, {"values", "times_only"});
  RecordedGrid grid;
  const json* values = reader.member(object, path, "values", true);
  if (values == nullptr) return grid;
  for (const auto& [name, list] : values->items()) {
    const std::string here = join(join(path, "values"), name);
    const bool is_known =
        std::any_of(parameters.begin(), parameters.end(),
                    [&parameter = name](const Parameter& one) { return one.name == parameter; });
    if (!is_known) reader.fail(here, say("the lesson has no such parameter"));
    RecordedGrid::Axis axis{name, {}};
    for (const json& value : list) {
      const std::optional<int64_t> number = whole_number(value);
      if (!list.is_array() || list.size() > kMostItems || !number) break;
      axis.values.push_back(*number);
    }
    if (axis.values.empty() || axis.values.size() != list.size())
      reader.fail(here,
                  say("must be a list of whole numbers, {count} at most", "count"_a = kMostItems));
    grid.axes.push_back(std::move(axis));
  }
  if (const json* times_only = reader.member(object, path, "times_only", false)) {
    if (!times_only->is_boolean())
      reader.fail(join(path, "times_only"), say("must be true or false"));
    else
      grid.times_only = times_only->get<bool>();
  }
  return grid;
}

Opening read_opening(FieldReader& reader, const json& object) {
  reader.check_members(object, "opening", {"block", "thread", "access"});
  Opening opening;
  opening.block = reader.triple(object, "opening", "block");
  opening.thread = reader.triple(object, "opening", "thread");
  const int64_t access = reader.integer(object, "opening", "access");
  if (access < 0 || access > 0xffffffff)
    reader.fail("opening.access", say("must count accesses from 0"));
  else
    opening.access = static_cast<uint32_t>(access);
  return opening;
}

// "padding.two-tiles"; whether the course has it is not known here.
std::string read_stop(FieldReader& reader, const json& root) {
  std::string stop = reader.id(root, "", "stop");
  const size_t dot = stop.find('.');
  if (dot == std::string::npos || dot + 1 == stop.size())
    reader.fail("stop", say("must name a lesson of the course and its stop: LESSON.STOP"));
  return stop;
}

Described read_lesson(FieldReader& reader) {
  const json& root = reader.root();
  reader.check_members(root, "",
                       {"id", "order", "title", "sentences", "kernel", "parameters", "launch",
                        "opening", "record", "stop"});
  Described described;
  Lesson& lesson = described.lesson;
  lesson.id = reader.id(root, "", "id");
  lesson.title = in_language(reader.text(root, "", "title"));
  for (const std::string& text : reader.texts(root, "", "sentences"))
    lesson.sentences.push_back(in_language(text));
  lesson.file_name = reader.text(root, "", "kernel");
  described.order = kLargestOrder;
  if (root.is_object() && root.contains("order"))
    described.order = reader.integer(root, "", "order");
  if (lesson.file_name.find_first_of("/\\") != std::string::npos) {
    reader.fail("kernel",
                say("must be the name of a file beside the description, without a folder"));
  }
  for (const std::string& part : reader.texts(root, "", "launch")) {
    lesson.launch += (lesson.launch.empty() ? "" : " ") + part;
  }
  if (const json* parameters = reader.list(root, "", "parameters")) {
    for (size_t i = 0; i < parameters->size(); ++i) {
      lesson.parameters.push_back(read_parameter(reader, (*parameters)[i], item("parameters", i)));
      for (size_t j = 0; j < i; ++j) {
        if (lesson.parameters[j].name != lesson.parameters[i].name) continue;
        reader.fail(item("parameters", i) + ".name",
                    say("'{name}' is used twice", "name"_a = lesson.parameters[i].name));
      }
    }
  }
  if (const json* grids = reader.list(root, "", "record")) {
    for (size_t i = 0; i < grids->size(); ++i) {
      lesson.recorded.push_back(
          read_grid(reader, (*grids)[i], item("record", i), lesson.parameters));
    }
  }
  if (const json* opening = reader.member(root, "", "opening", false))
    lesson.opening = read_opening(reader, *opening);
  if (reader.member(root, "", "stop", false) != nullptr) lesson.stop = read_stop(reader, root);
  return described;
}

}  // namespace

std::string choices_text(const Parameter& parameter) {
  std::string text;
  for (size_t i = 0; i < parameter.choices.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(parameter.choices[i]);
    if (!parameter.choice_names.empty()) text += " (" + parameter.choice_names[i] + ")";
  }
  return text;
}

base::Result<Described, std::string> describe(const std::string& name, const std::string& text) {
  const base::Result<json, std::string> value = parse_json(name, text);
  if (!value) return base::fail(value.error());
  FieldReader reader(*value);
  Described described = read_lesson(reader);
  if (reader.failed()) return base::fail(name + ": " + reader.error());
  const base::Result<launch::Launch, std::string> launch = make_launch(described.lesson, {});
  if (!launch) return base::fail(name + ": " + launch.error());
  return described;
}

}  // namespace warplens::lessons
