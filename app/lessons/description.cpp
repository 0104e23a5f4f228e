// The fields of a description, read one by one. Reader keeps the path of the field it is at, so
// that an error can say `my.json: parameters[1].minimum: ...`; the first error is kept and
// everything after it is ignored.
#include "app/lessons/description.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>

#include "sim/base/diagnostic.hpp"
#include "sim/base/json_rules.hpp"
#include "sim/base/say.hpp"
#include "sim/base/source.hpp"

namespace warplens::lessons {
namespace {

// What the window says of a lesson; the catalogue has the built-in ones' texts
// (app/languages/collect).
std::string in_language(const std::string& english) {
  return english.empty() ? english : std::string(base::translated(english));
}

using nlohmann::json;

constexpr int64_t kLargestOrder = 1'000'000;
constexpr int64_t kLargestNumber =
    1'000'000'000'000'000;             // either side of zero: leaves room to add
constexpr size_t kMostItems = 256;     // of a list
constexpr size_t kLongestText = 4096;  // [bytes]
constexpr size_t kLongestId = 64;      // [bytes] it names a saved copy's file

// A whole number that can be reckoned with.
std::optional<int64_t> whole_number(const json& value) {
  const bool is_whole = value.is_number_integer() &&
                        !(value.is_number_unsigned() && value.get<uint64_t>() > kLargestNumber);
  if (!is_whole) return std::nullopt;
  const auto number = value.get<int64_t>();
  return number >= -kLargestNumber && number <= kLargestNumber ? std::optional(number)
                                                               : std::nullopt;
}

class Reader {
 public:
  explicit Reader(const json& value) : value_(value) {}

  // An object's member; a missing or foreign one is an error. `known` are all members that
  // it may have.
  void check_members(const json& object, const std::string& path,
                     const std::vector<std::string>& known);
  const json* member(const json& object, const std::string& path, const char* name,
                     bool is_required);
  std::string text(const json& object, const std::string& path, const char* name);
  int64_t integer(const json& object, const std::string& path, const char* name);
  std::vector<std::string> texts(const json& object, const std::string& path, const char* name);
  std::array<uint32_t, 3> triple(const json& object, const std::string& path, const char* name);
  const json* list(const json& object, const std::string& path, const char* name);

  void fail(const std::string& path, const std::string& message) {
    if (error_.empty()) error_ = (path.empty() ? "" : path + ": ") + message;
  }
  bool failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }
  const json& root() const { return value_; }

 private:
  const json& value_;
  std::string error_;
};

std::string join(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}
std::string item(const std::string& path, size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

void Reader::check_members(const json& object, const std::string& path,
                           const std::vector<std::string>& known) {
  if (!object.is_object()) return fail(path, say("an object '{{...}}' is needed here"));
  for (const auto& [name, value] : object.items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string nearest = base::nearest_name(name, known);
    fail(join(path, name), base::with_suggestion(say("there is no such field"), nearest));
  }
}

const json* Reader::member(const json& object, const std::string& path, const char* name,
                           bool is_required) {
  if (failed() || !object.is_object()) return nullptr;
  const auto found = object.find(name);
  if (found != object.end()) return &*found;
  if (is_required) fail(join(path, name), say("is missing"));
  return nullptr;
}

std::string Reader::text(const json& object, const std::string& path, const char* name) {
  const json* value = member(object, path, name, true);
  if (value == nullptr) return "";
  if (!value->is_string() || value->get_ref<const std::string&>().empty()) {
    fail(join(path, name), say("must be a text that is not empty"));
    return "";
  }
  if (value->get_ref<const std::string&>().size() > kLongestText) {
    fail(join(path, name), say("is longer than {count} bytes", "count"_a = kLongestText));
    return "";
  }
  return value->get<std::string>();
}

int64_t Reader::integer(const json& object, const std::string& path, const char* name) {
  const json* value = member(object, path, name, true);
  if (value == nullptr) return 0;
  const std::optional<int64_t> number = whole_number(*value);
  if (!number) fail(join(path, name), say("must be a whole number of at most 15 digits"));
  return number.value_or(0);
}

const json* Reader::list(const json& object, const std::string& path, const char* name) {
  const json* value = member(object, path, name, false);
  const bool is_list = value == nullptr || value->is_array();
  if (is_list && (value == nullptr || value->size() <= kMostItems)) return value;
  fail(join(path, name), is_list ? say("has more than {count} items", "count"_a = kMostItems)
                                 : say("must be a list '[...]'"));
  return nullptr;
}

// A list of texts, or one text.
std::vector<std::string> Reader::texts(const json& object, const std::string& path,
                                       const char* name) {
  const json* value = member(object, path, name, true);
  if (value == nullptr) return {};
  if (value->is_string()) return {text(object, path, name)};
  std::vector<std::string> all;
  if (!value->is_array()) fail(join(path, name), say("must be a list of texts"));
  if (value->size() > kMostItems)
    fail(join(path, name), say("has more than {count} items", "count"_a = kMostItems));
  for (size_t i = 0; !failed() && i < value->size(); ++i) {
    const json& one = (*value)[i];
    if (!one.is_string() || one.get_ref<const std::string&>().size() > kLongestText)
      fail(item(join(path, name), i),
           say("must be a text of at most {count} bytes", "count"_a = kLongestText));
    else
      all.push_back(one.get<std::string>());
  }
  return all;
}

std::array<uint32_t, 3> Reader::triple(const json& object, const std::string& path,
                                       const char* name) {
  std::array<uint32_t, 3> numbers{0, 0, 0};
  const json* value = member(object, path, name, false);
  if (value == nullptr) return numbers;
  bool is_good = value->is_array() && value->size() == 3;
  for (size_t i = 0; is_good && i < 3; ++i) {
    const json& number = (*value)[i];
    is_good = number.is_number_unsigned() && number.get<uint64_t>() <= 0xffffffffu;
    if (is_good) numbers[i] = number.get<uint32_t>();
  }
  if (!is_good) fail(join(path, name), say("must be three whole numbers [x, y, z]"));
  return numbers;
}

Parameter read_parameter(Reader& reader, const json& object, const std::string& path) {
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

RecordedGrid read_grid(Reader& reader, const json& object, const std::string& path,
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

Opening read_opening(Reader& reader, const json& object) {
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

bool is_id(const std::string& text) {
  const auto is_good = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
  };
  return text.size() <= kLongestId && text[0] != '.' && text[0] != '-' &&
         std::all_of(text.begin(), text.end(), is_good);
}

Described read_lesson(Reader& reader) {
  const json& root = reader.root();
  reader.check_members(
      root, "",
      {"id", "order", "title", "sentences", "kernel", "parameters", "launch", "opening", "record"});
  Described described;
  Lesson& lesson = described.lesson;
  lesson.id = reader.text(root, "", "id");
  if (!reader.failed() && !is_id(lesson.id)) {
    reader.fail("id", say("must be letters, digits, '-', '_' and '.', at most {count}, and not "
                          "begin with '.' or '-'",
                          "count"_a = kLongestId));
  }
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
  if (const std::string problem = base::json_problem(text); !problem.empty())
    return base::fail(name + ": " + problem);
  json value;
  try {
    value = json::parse(text);
  } catch (const json::parse_error& error) {
    const base::SourceFile file(name, text);
    const uint32_t byte = static_cast<uint32_t>(error.byte > 0 ? error.byte - 1 : 0);
    const base::LineColumn at =
        file.line_column(std::min(byte, static_cast<uint32_t>(file.text().size())));
    std::string reason = error.what();
    const size_t colon = reason.find(": ", reason.find("column"));
    if (colon != std::string::npos) reason = reason.substr(colon + 2);
    return base::fail(say("{path}:{line}:{column}: the description is not valid JSON: {reason}",
                          "path"_a = name, "line"_a = at.line, "column"_a = at.column,
                          "reason"_a = reason));
  } catch (
      const json::exception& error) {  // "[json.exception.out_of_range.406] number overflow..."
    const std::string reason = error.what();
    const size_t bracket = reason.find("] ");
    return base::fail(name + ": " +
                      (bracket == std::string::npos ? reason : reason.substr(bracket + 2)));
  }
  Reader reader(value);
  Described described = read_lesson(reader);
  if (reader.failed()) return base::fail(name + ": " + reader.error());
  const base::Result<launch::Launch, std::string> launch = make_launch(described.lesson, {});
  if (!launch) return base::fail(name + ": " + launch.error());
  return described;
}

}  // namespace warplens::lessons
