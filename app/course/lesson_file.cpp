// Reads lesson.json and the texts beside it, and holds it against the rules that need no run.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "app/course/embedded.hpp"
#include "app/course/exercise.hpp"
#include "app/course/fields.hpp"
#include "app/course/lesson.hpp"
#include "app/files/files.hpp"
#include "sim/base/assert.hpp"
#include "sim/base/grouped.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/request.hpp"

namespace warplens::course {

namespace {

using lessons::FieldReader;
using lessons::item;
using lessons::join;
using nlohmann::json;

constexpr const char* kLessonFile = "lesson.json";
constexpr int64_t kMostMinutes = 60;
constexpr int64_t kMostOrder = 1'000'000;
constexpr size_t kMostOthers = 8;                   // runs beside a stop's own
constexpr size_t kMostTexts = 4, kFewestTexts = 2;  // to choose from

// What a file's stops are read with.
struct Source {
  const std::string& name;  // of lesson.json
  const TextOf& text_of;
};

bool is_there(const json& object, const char* name) {
  return object.is_object() && object.contains(name);
}

// What an expression can name.
bool is_name(const std::string& text) {
  const auto is_part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), is_part);
}

// An object's members, each with the path of its field: `read(name, value, path)`.
template <class Read>
void read_members(FieldReader& reader, const json& object, const std::string& path,
                  const char* field, Read read) {
  const json* members = reader.member(object, path, field, false);
  if (members == nullptr) return;
  const std::string here = join(path, field);
  if (!members->is_object() || members->size() > lessons::kMostItems)
    return reader.fail(
        here, say("must be values by name, {count} at most", "count"_a = lessons::kMostItems));
  for (const auto& [name, value] : members->items()) {
    if (!is_name(name))
      reader.fail(here, say("'{name}' is no name: letters, digits and '_', no digit first",
                            "name"_a = name));
    if (!reader.failed()) read(name, value, join(here, name));
  }
}

lessons::Values read_values(FieldReader& reader, const json& object, const std::string& path) {
  lessons::Values values;
  if (!object.is_object() || object.size() > lessons::kMostItems) {
    reader.fail(path, say("must be values by name, like '{{\"n\": 64}}'"));
    return values;
  }
  for (const auto& [name, value] : object.items()) {
    const std::optional<int64_t> number = lessons::whole_number(value);
    if (!number) reader.fail(join(path, name), say("must be a whole number of at most 15 digits"));
    values[name] = number.value_or(0);
  }
  return values;
}

// Parameters that are set: each is one of the stop's.
lessons::Values read_settings(FieldReader& reader, const json& object, const std::string& path,
                              const Stop& stop) {
  lessons::Values values = read_values(reader, object, path);
  for (const auto& [name, value] : values) {
    const bool is_known =
        std::any_of(stop.shown.parameters.begin(), stop.shown.parameters.end(),
                    [&parameter = name](const auto& one) { return one.name == parameter; });
    if (!is_known) reader.fail(join(path, name), say("the stop has no such parameter"));
  }
  return values;
}

std::optional<uint32_t> read_line(FieldReader& reader, const json& object, const std::string& path,
                                  const char* name) {
  const int64_t line = integer_in(reader, object, path, name, 1, UINT32_MAX, 0);
  return line == 0 ? std::nullopt : std::optional(static_cast<uint32_t>(line));
}

// A whole number, or a template of the stop's parameters.
std::string read_template(FieldReader& reader, const json& value, const std::string& path) {
  const std::optional<int64_t> number = lessons::whole_number(value);
  const bool is_text =
      value.is_string() && value.get_ref<const std::string&>().size() <= lessons::kLongestText;
  if ((!number || *number < 0) && !is_text)
    reader.fail(path, say("must be a whole number from 0, or an '{{expression}}' as a text"));
  return is_text ? value.get<std::string>() : std::to_string(number.value_or(0));
}

void read_triple(FieldReader& reader, const json& object, const std::string& path, const char* name,
                 std::array<std::string, 3>& triple) {
  const json* value = reader.member(object, path, name, false);
  if (value == nullptr) return;
  const std::string here = join(path, name);
  if (!value->is_array() || value->size() != triple.size())
    return reader.fail(here, say("must be three whole numbers [x, y, z]"));
  for (size_t i = 0; i < triple.size(); ++i)
    triple[i] = read_template(reader, (*value)[i], item(here, i));
}

At read_at(FieldReader& reader, const json& stop, const std::string& path) {
  At at;
  const json* object = reader.member(stop, path, "at", false);
  if (object == nullptr) return at;
  const std::string here = join(path, "at");
  reader.check_members(*object, here,
                       {"block", "thread", "load", "store", "atomic", "copy", "turn"});
  read_triple(reader, *object, here, "block", at.block);
  read_triple(reader, *object, here, "thread", at.thread);
  for (const auto& [name, operation] :
       {std::pair{"load", trace::Operation::kLoad}, std::pair{"store", trace::Operation::kStore},
        std::pair{"atomic", trace::Operation::kAtomic},
        std::pair{"copy", trace::Operation::kCopy}}) {
    if (!is_there(*object, name)) continue;
    if (at.operation) reader.fail(join(here, name), say("one access is selected, not two"));
    at.operation = operation;
    at.array = drawn_text(reader, *object, here, name);
  }
  if (const json* turn = reader.member(*object, here, "turn", false))
    at.turn = read_template(reader, *turn, join(here, "turn"));
  return at;
}

// The text of the file that `field` names, and that name.
void read_kernel_text(FieldReader& reader, const json& object, const std::string& path,
                      const char* field, const Source& source, std::string& name,
                      std::string& text) {
  name = reader.id(object, path, field);
  if (reader.failed()) return;
  base::Result<std::string, std::string> read = source.text_of(name);
  if (!read) return reader.fail(join(path, field), read.error());
  text = std::move(*read);
}

std::string read_schedule(FieldReader& reader, const json& object, const std::string& path) {
  return text_if_any(reader, object, path, "schedule");
}

std::string read_lanes(FieldReader& reader, const json& object, const std::string& path) {
  constexpr const char* kWords[] = {"", "lockstep", "independent"};
  return kWords[choice(reader, object, path, "lanes", {{"lockstep", 1}, {"independent", 2}}, 0)];
}

std::string read_device(FieldReader& reader, const json& object, const std::string& path) {
  return text_if_any(reader, object, path, "device");
}

Other read_other(FieldReader& reader, const json& object, const std::string& path, const Stop& stop,
                 const Source& source) {
  reader.check_members(object, path, {"set", "kernel", "schedule", "lanes", "device", "without"});
  Other other;
  if (is_there(object, "set"))
    other.set = read_settings(reader, object["set"], join(path, "set"), stop);
  if (is_there(object, "kernel"))
    read_kernel_text(reader, object, path, "kernel", source, other.file_name, other.text);
  other.schedule = read_schedule(reader, object, path);
  other.lanes = read_lanes(reader, object, path);
  other.device = read_device(reader, object, path);
  other.without = read_line(reader, object, path, "without");
  return other;
}

// A wrong number, or a text to choose.
Choice read_choice(FieldReader& reader, const json& object, const std::string& path, bool is_number,
                   const std::vector<std::string>& places) {
  Choice one;
  if (is_number) {
    reader.check_members(object, path, {"value", "belief", "why"});
    one.value = drawn_text(reader, object, path, "value");
  } else {
    reader.check_members(object, path, {"text", "if", "belief", "why"});
    one.text = sentence_at(reader, object, path, "text", places, kMostWords);
    one.holds = drawn_text(reader, object, path, "if");
  }
  if (is_number || is_there(object, "belief") || is_there(object, "why")) {
    one.belief = reader.id(object, path, "belief");
    one.why = sentence_at(reader, object, path, "why", places, kMostWords);
  }
  return one;
}

Question read_question(FieldReader& reader, const json& object, const std::string& path,
                       const std::vector<std::string>& places) {
  reader.check_members(object, path, {"text", "truth", "choices", "reason"});
  Question question;
  question.text = sentence_at(reader, object, path, "text", places, kMostWords);
  question.truth = text_if_any(reader, object, path, "truth");
  question.reason = sentence_at(reader, object, path, "reason", places, kMostWords);
  const bool is_number = question.is_number();
  if (const json* choices = reader.list(object, path, "choices")) {
    for (size_t i = 0; i < choices->size() && !reader.failed(); ++i)
      question.choices.push_back(
          read_choice(reader, (*choices)[i], item(join(path, "choices"), i), is_number, places));
  }
  const size_t fewest = is_number ? 0 : kFewestTexts;
  const size_t most = is_number ? kMostWrongChoices : kMostTexts;
  if (question.choices.size() < fewest || question.choices.size() > most)
    reader.fail(join(path, "choices"),
                say("must be {fewest} to {most} choices", "fewest"_a = fewest, "most"_a = most));
  return question;
}

// The whole launch, once more with what other runs and twins have.
void check_launch(FieldReader& reader, const lessons::Lesson& shown, const lessons::Values& set,
                  const std::string& path) {
  if (reader.failed()) return;
  const std::vector<std::pair<std::string, int64_t>> values(set.begin(), set.end());
  const auto launch = lessons::make_recorded_launch(shown, values);
  if (!launch) return reader.fail(path, launch.error());
  if (const auto device = prepare::pick_device(launch->device); !device)
    reader.fail(path, device.error().front().message);
}

// So that a form offers no other values.
void include_value(Stop& stop, const lessons::Values& set) {
  for (lessons::Parameter& parameter : stop.shown.parameters) {
    const auto found = set.find(parameter.name);
    if (found == set.end()) continue;
    parameter.minimum = std::min(parameter.minimum, found->second);
    parameter.maximum = std::max(parameter.maximum, found->second);
  }
}

void read_launch(FieldReader& reader, const json& object, const std::string& path,
                 const Source& source, Stop& stop) {
  lessons::Lesson& shown = stop.shown;
  read_kernel_text(reader, object, path, "kernel", source, shown.file_name, shown.text);
  const std::filesystem::path folder = std::filesystem::path(source.name).parent_path();
  shown.path = (folder / shown.file_name).string();
  if (is_there(object, "parameters")) {
    const std::string here = join(path, "parameters");
    for (const auto& [name, value] : read_values(reader, object["parameters"], here)) {
      if (!is_name(name))
        reader.fail(here, say("'{name}' is no name: letters, digits and '_', no digit first",
                              "name"_a = name));
      shown.parameters.push_back({name, name, value, value, value, {}, {}});
    }
  }
  const bool is_empty =
      !is_there(object, "launch") || (object["launch"].is_string() && object["launch"] == "");
  if (!is_empty) stop.launch = joined_texts(reader, object, path, "launch");
  stop.schedule = read_schedule(reader, object, path);
  stop.lanes = read_lanes(reader, object, path);
  stop.device = read_device(reader, object, path);
  shown.launch = launch_with(stop.launch, stop.schedule, stop.lanes, stop.device);
  stop.launch_number = static_cast<uint32_t>(
      integer_in(reader, object, path, "launch_number", 1, prepare::kMostLaunches, 1));
  stop.registers = static_cast<uint32_t>(integer_in(reader, object, path, "registers", 1, 255, 0));
  check_launch(reader, shown, {}, join(path, "launch"));
}

void read_opening(FieldReader& reader, const std::string& path, Stop& stop) {
  if (reader.failed()) return;
  const lessons::Values values = *parameters_of(stop, {});
  const auto number = [&](const std::string& text, const char* field) {
    const auto value = number_at(text, values);
    if (value && *value <= UINT32_MAX) return static_cast<uint32_t>(*value);
    reader.fail(join(join(path, "at"), field), value ? say("is too large") : value.error());
    return 0u;
  };
  for (size_t i = 0; i < 3; ++i) {
    stop.shown.opening.block[i] = number(stop.at.block[i], "block");
    stop.shown.opening.thread[i] = number(stop.at.thread[i], "thread");
  }
  number(stop.at.turn, "turn");
}

void read_facts(FieldReader& reader, const json& object, const std::string& path, Stop& stop) {
  read_members(reader, object, path, "facts",
               [&](const std::string& name, const json& value, const std::string& here) {
                 const bool is_taken =
                     std::any_of(stop.shown.parameters.begin(), stop.shown.parameters.end(),
                                 [&](const auto& one) { return one.name == name; });
                 if (is_taken) return reader.fail(here, say("a parameter has this name"));
                 if (!value.is_string() || value.get_ref<const std::string&>().empty())
                   return reader.fail(here, say("must be a path, like 'access.sectors'"));
                 const std::string fact =
                     drawn_text(reader, object["facts"], join(path, "facts"), name.c_str());
                 const size_t colon = fact.find(':');
                 if (colon != std::string::npos && !stop.others.contains(fact.substr(0, colon)))
                   return reader.fail(here, say("there is no other run '{name}'",
                                                "name"_a = fact.substr(0, colon)));
                 stop.facts[name] = fact;
               });
  read_members(
      reader, object, path, "expect",
      [&](const std::string& name, const json& value, const std::string& here) {
        const std::optional<int64_t> number = lessons::whole_number(value);
        if (!stop.facts.contains(name)) return reader.fail(here, say("there is no such fact"));
        if (!number && !value.is_string())
          return reader.fail(here, say("must be a whole number, or a text as people read it"));
        if (number)
          stop.expectations.push_back({name, *number});
        else
          stop.expectations.push_back(
              {name, drawn_text(reader, object["expect"], join(path, "expect"), name.c_str())});
      });
}

void read_others(FieldReader& reader, const json& object, const std::string& path,
                 const Source& source, Stop& stop) {
  read_members(reader, object, path, "others",
               [&](const std::string& name, const json& value, const std::string& here) {
                 Other other = read_other(reader, value, here, stop, source);
                 lessons::Lesson shown = stop.shown;
                 if (!other.device.empty())
                   shown.launch = launch_with(stop.launch, stop.schedule, stop.lanes, other.device);
                 check_launch(reader, shown, other.set, here);
                 stop.others.emplace(name, std::move(other));
               });
  if (stop.others.size() > kMostOthers)
    reader.fail(join(path, "others"), say("has more than {count} items", "count"_a = kMostOthers));
}

void read_twins(FieldReader& reader, const json& object, const std::string& path, Stop& stop) {
  const std::string here = join(path, "twins");
  if (const json* twins = reader.list(object, path, "twins")) {
    for (size_t i = 0; i < twins->size() && !reader.failed(); ++i) {
      stop.twins.push_back(read_settings(reader, (*twins)[i], item(here, i), stop));
      check_launch(reader, stop.shown, stop.twins.back(), item(here, i));
      include_value(stop, stop.twins.back());
    }
  }
  if (stop.twins.size() > kMostTwins)
    reader.fail(here, say("has more than {count} items", "count"_a = kMostTwins));
  if (stop.question && stop.twins.size() < kFewestTwins)
    reader.fail(
        here, say("a stop with a question needs {count} twins at least", "count"_a = kFewestTwins));
}

void read_opens_course(FieldReader& reader, const json& object, const std::string& path,
                       Stop& stop) {
  if (!is_there(object, "opens_course")) return;
  const std::string here = join(path, "opens_course");
  stop.opens_course = drawn_text(reader, object, path, "opens_course");
  if (!stop.others.contains(stop.opens_course))
    reader.fail(here, say("there is no other run '{name}'", "name"_a = stop.opens_course));
  if (!stop.question || stop.question->is_typed())
    reader.fail(here, say("needs a question with choices"));
}

Stop read_stop(FieldReader& reader, const json& object, const std::string& path,
               const Source& source, const Lesson& lesson) {
  reader.check_members(
      object, path,
      {"id",        "kernel",      "parameters",  "launch",   "at",    "launch_number",
       "page",      "arrangement", "without",     "schedule", "lanes", "device",
       "registers", "others",      "facts",       "expect",   "text",  "term",
       "question",  "twins",       "opens_course"});
  Stop stop;
  stop.id = reader.id(object, path, "id");
  // No file has this name by chance.
  stop.shown.id = lesson.id + ":" + stop.id;
  stop.shown.title = lesson.title;
  read_launch(reader, object, path, source, stop);
  stop.at = read_at(reader, object, path);
  read_opening(reader, path, stop);
  if (is_there(object, "page")) stop.page = reader.id(object, path, "page");
  stop.arrangement = text_if_any(reader, object, path, "arrangement");
  stop.without = read_line(reader, object, path, "without");
  read_others(reader, object, path, source, stop);
  read_facts(reader, object, path, stop);
  std::vector<std::string> places;
  for (const lessons::Parameter& parameter : stop.shown.parameters)
    places.push_back(parameter.name);
  for (const auto& [name, fact] : stop.facts) places.push_back(name);
  stop.text = sentence_at(reader, object, path, "text", places, kMostWords);
  stop.term = text_if_any(reader, object, path, "term");
  if (const json* question = reader.member(object, path, "question", false))
    stop.question = read_question(reader, *question, join(path, "question"), places);
  read_twins(reader, object, path, stop);
  read_opens_course(reader, object, path, stop);
  return stop;
}

void check_unique(FieldReader& reader, const std::string& path,
                  const std::vector<std::string>& names) {
  std::set<std::string> known;
  for (size_t i = 0; i < names.size(); ++i) {
    if (!known.insert(names[i]).second)
      reader.fail(item(path, i), say("'{name}' is used twice", "name"_a = names[i]));
  }
}

void read_lesson(FieldReader& reader, const Source& source, Lesson& lesson) {
  const json& root = reader.root();
  reader.check_members(
      root, "",
      {"id", "order", "title", "claim", "minutes", "remember", "exercises", "further", "stops"});
  lesson.id = reader.id(root, "", "id");
  lesson.order = integer_in(reader, root, "", "order", 0, kMostOrder, {});
  lesson.title = sentence_at(reader, root, "", "title", {}, kMostWords);
  lesson.claim = sentence_at(reader, root, "", "claim", {}, kMostClaimWords);
  lesson.minutes = integer_in(reader, root, "", "minutes", 1, kMostMinutes, {});
  lesson.remember = sentence_at(reader, root, "", "remember", {}, kMostWords);
  if (is_there(root, "exercises")) lesson.exercises = reader.texts(root, "", "exercises");
  check_unique(reader, "exercises", lesson.exercises);
  lesson.is_further = flag(reader, root, "", "further");
  const json* stops = reader.list(root, "", "stops");
  const size_t count = stops == nullptr ? 0 : stops->size();
  if (count < kFewestStops || count > kMostStops)
    return reader.fail("stops", say("must be {fewest} to {most} stops", "fewest"_a = kFewestStops,
                                    "most"_a = kMostStops));
  std::set<std::string> ids;
  for (size_t i = 0; i < count && !reader.failed(); ++i) {
    lesson.stops.push_back(read_stop(reader, (*stops)[i], item("stops", i), source, lesson));
    if (!ids.insert(lesson.stops.back().id).second)
      reader.fail(item("stops", i) + ".id",
                  say("'{name}' is used twice", "name"_a = lesson.stops.back().id));
  }
}

// By their order; "" or what two of them have that one may have.
std::string put_in_order(std::vector<Lesson>& lessons) {
  std::sort(lessons.begin(), lessons.end(), [](const Lesson& a, const Lesson& b) {
    return a.order != b.order ? a.order < b.order : a.id < b.id;
  });
  std::set<std::string> lesson_ids, stop_ids;
  std::string first;  // the stop that opens the course
  for (const Lesson& lesson : lessons) {
    if (!lesson_ids.insert(lesson.id).second)
      return say("id: '{id}' is taken by another lesson of this folder", "id"_a = lesson.id);
    for (const Stop& stop : lesson.stops) {
      if (!stop_ids.insert(stop.id).second)
        return say("stops: '{id}' is taken by another stop of this folder", "id"_a = stop.id);
      if (stop.opens_course.empty()) continue;
      if (!first.empty())
        return say("stops: '{id}' opens the course, and so does '{other}'", "id"_a = stop.id,
                   "other"_a = first);
      first = stop.id;
    }
  }
  return "";
}

}  // namespace

base::Result<Lesson, std::string> parse_lesson(const std::string& name, const std::string& text,
                                               const TextOf& text_of) {
  const Source source{name, text_of};
  return read_fields<Lesson>(name, text, {}, [&](FieldReader& reader, Lesson& lesson) {
    read_lesson(reader, source, lesson);
  });
}

const std::vector<Lesson>& built_in_lessons() {
  // Made once, from text that is part of the program, and never changed.
  static const std::vector<Lesson> lessons = [] {
    const std::vector<files::EmbeddedFile> files = embedded_course_lessons();
    std::vector<Lesson> all;
    for (const files::EmbeddedFile& file : files) {
      if (!file.name.ends_with(std::string("/") + kLessonFile)) continue;
      const std::string folder(file.name.substr(0, file.name.find('/') + 1));
      const TextOf text_of =
          [&](const std::string& name) -> base::Result<std::string, std::string> {
        if (auto text = text_in(files, folder + name)) return std::move(*text);
        return base::fail(say("{path}: no such file", "path"_a = folder + name));
      };
      base::Result<Lesson, std::string> one =
          parse_lesson(std::string(file.name), std::string(file.text), text_of);
      WL_ASSERT(one.ok(), one.ok() ? "" : one.error().c_str());
      all.push_back(std::move(*one));
    }
    const std::string problem = put_in_order(all);
    WL_ASSERT(problem.empty(), problem.c_str());
    return all;
  }();
  return lessons;
}

base::Result<Lesson, std::string> load_lesson(const std::string& folder) {
  const std::string file = (std::filesystem::path(folder) / kLessonFile).string();
  const base::Result<std::string, std::string> text = text_beside(file, kLessonFile, true);
  if (!text) return base::fail(text.error());
  size_t bytes = 0;
  base::Result<Lesson, std::string> lesson = parse_lesson(
      file, *text, [&](const std::string& name) -> base::Result<std::string, std::string> {
        base::Result<std::string, std::string> beside = text_beside(file, name, true);
        if (beside) bytes += beside->size();
        if (bytes <= kMostTextOfLesson) return beside;
        return base::fail(say("the texts of a lesson's runs have more than {count} bytes together",
                              "count"_a = base::grouped(kMostTextOfLesson)));
      });
  if (lesson) lesson->folder = folder;
  return lesson;
}

base::Result<std::vector<Lesson>, std::string> load_course(const std::string& folder) {
  const auto paths = folders_with(folder, kLessonFile);
  if (!paths) return base::fail(paths.error());
  if (paths->empty())
    return base::fail(
        say("{path}: holds no lesson (a folder with a lesson.json)", "path"_a = folder));
  if (paths->size() > kMostLessons)
    return base::fail(
        say("{path}: has more than {count} lessons", "path"_a = folder, "count"_a = kMostLessons));
  std::vector<Lesson> lessons;
  for (const std::string& path : *paths) {
    base::Result<Lesson, std::string> one = load_lesson(path);
    if (!one) return base::fail(one.error());
    lessons.push_back(std::move(*one));
  }
  const std::string problem = put_in_order(lessons);
  if (!problem.empty())
    return base::fail(say("{path}: {problem}", "path"_a = folder, "problem"_a = problem));
  return lessons;
}

}  // namespace warplens::course
