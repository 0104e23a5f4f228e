// Reads exercise.json and the texts beside it.
#include <algorithm>
#include <cctype>
#include <filesystem>

#include "app/course/embedded.hpp"
#include "app/course/exercise.hpp"
#include "app/files/files.hpp"
#include "app/lessons/field_reader.hpp"
#include "sim/base/assert.hpp"
#include "sim/base/say.hpp"

namespace warplens::course {

namespace {

using lessons::FieldReader;
using lessons::item;
using lessons::join;
using nlohmann::json;

constexpr size_t kHints = 3;
constexpr size_t kFewestSizes = 4;      // the shown one and three hidden ones
constexpr int64_t kLargestSize = 4096;  // of one value

struct Word {
  const char* word;
  int value;
};

// One of a few words; `otherwise` where there is no such field.
int choice(FieldReader& reader, const json& object, const std::string& path, const char* name,
           std::initializer_list<Word> known, std::optional<int> otherwise) {
  const json* value = reader.member(object, path, name, !otherwise);
  if (value == nullptr) return otherwise.value_or(0);
  std::string list;
  for (const Word& one : known) {
    if (value->is_string() && value->get_ref<const std::string&>() == one.word) return one.value;
    list += (list.empty() ? "'" : ", '") + std::string(one.word) + "'";
  }
  reader.fail(join(path, name), say("is one of {words}", "words"_a = list));
  return 0;
}

bool flag(FieldReader& reader, const json& object, const std::string& path, const char* name) {
  const json* value = reader.member(object, path, name, false);
  if (value == nullptr) return false;
  if (!value->is_boolean()) reader.fail(join(path, name), say("must be true or false"));
  return value->is_boolean() && value->get<bool>();
}

std::string text_if_any(FieldReader& reader, const json& object, const std::string& path,
                        const char* name) {
  return object.is_object() && object.contains(name) ? reader.text(object, path, name) : "";
}

// A text that people read: numbers have places, so that none can be wrong.
std::string sentence_at(FieldReader& reader, const json& object, const std::string& path,
                        const char* name, const std::vector<std::string>& places) {
  const std::string text = reader.text(object, path, name);
  for (size_t at = 0; at < text.size() && !reader.failed(); ++at) {
    if (text[at] == '{') {
      const size_t end = std::min(text.find('}', at), text.size());
      const std::string place = text.substr(at + 1, end - at - 1);
      if (std::find(places.begin(), places.end(), place) == places.end())
        reader.fail(join(path, name),
                    say("there is no value for '{{{place}}}'", "place"_a = place));
      at = end;
    } else if (std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
      reader.fail(join(path, name),
                  say("names a number: a place, like '{{n}}', is filled from a run"));
    }
  }
  return lessons::in_language(text);
}

Size read_size(FieldReader& reader, const json& object, const std::string& path) {
  Size size;
  if (!object.is_object() || object.empty() || object.size() > lessons::kMostItems) {
    reader.fail(path, say("must be values by name, like '{{\"n\": 64}}'"));
    return size;
  }
  for (const auto& [name, value] : object.items()) {
    const std::optional<int64_t> number = lessons::whole_number(value);
    if (!number || *number < 1 || *number > kLargestSize)
      reader.fail(join(path, name), say("must be a whole number from {minimum} to {maximum}",
                                        "minimum"_a = 1, "maximum"_a = kLargestSize));
    size[name] = number.value_or(1);
  }
  return size;
}

int64_t product_of(const Size& size) {
  int64_t product = 1;
  for (const auto& [name, value] : size) product *= value;
  return product;
}

// Whether all sizes that a cheat would overlook are there.
void check_sizes(FieldReader& reader, const std::vector<Size>& sizes) {
  if (reader.failed()) return;
  const auto any = [&](auto is_so) { return std::any_of(sizes.begin() + 1, sizes.end(), is_so); };
  const auto all_values = [](const Size& size, auto is_so) {
    return std::all_of(size.begin(), size.end(),
                       [&](const auto& one) { return is_so(one.second); });
  };
  const Size& shown = sizes.front();
  for (size_t i = 1; i < sizes.size(); ++i) {
    const bool has_same_names =
        std::equal(sizes[i].begin(), sizes[i].end(), shown.begin(), shown.end(),
                   [](const auto& a, const auto& b) { return a.first == b.first; });
    if (!has_same_names)
      return reader.fail(item("sizes", i), say("has other values than the first size"));
  }
  if (!any([&](const Size& size) { return all_values(size, [](int64_t v) { return v == 1; }); }))
    reader.fail("sizes", say("lacks a hidden size of ones"));
  if (!any([&](const Size& size) { return product_of(size) > product_of(shown); }))
    reader.fail("sizes", say("lacks a hidden size that is larger than the shown one"));
  if (!any([&](const Size& size) {
        return all_values(size, [](int64_t v) { return v > 1 && v % 2 != 0; });
      }))
    reader.fail("sizes", say("lacks a hidden size of odd values, which no block divides"));
  if (shown.size() > 1 && !any([](const Size& size) {
        return std::adjacent_find(size.begin(), size.end(), [](const auto& a, const auto& b) {
                 return a.second != b.second;
               }) != size.end();
      }))
    reader.fail("sizes", say("lacks a hidden size with unequal values"));
}

Array read_array(FieldReader& reader, const json& object, const std::string& path) {
  reader.check_members(object, path, {"name", "role", "numbers", "least", "most"});
  Array array;
  array.name = reader.text(object, path, "name");
  array.role = static_cast<Role>(choice(reader, object, path, "role",
                                        {{"input", static_cast<int>(Role::kInput)},
                                         {"output", static_cast<int>(Role::kOutput)},
                                         {"both", static_cast<int>(Role::kBoth)}},
                                        {}));
  array.is_real = choice(reader, object, path, "numbers", {{"whole", 0}, {"real", 1}}, 0) == 1;
  if (object.is_object() && object.contains("least"))
    array.least = reader.integer(object, path, "least");
  if (object.is_object() && object.contains("most"))
    array.most = reader.integer(object, path, "most");
  if (array.least > array.most) reader.fail(join(path, "least"), say("is larger than the maximum"));
  return array;
}

Goal read_goal(FieldReader& reader, const json& object, const std::string& path) {
  reader.check_members(object, path,
                       {"id", "text", "fact", "array", "each_request", "relation", "bound"});
  Goal goal;
  goal.id = reader.id(object, path, "id");
  goal.text = sentence_at(reader, object, path, "text", {});
  goal.facts = reader.texts(object, path, "fact");
  goal.array = text_if_any(reader, object, path, "array");
  goal.is_each_request = flag(reader, object, path, "each_request");
  goal.relation = static_cast<Relation>(choice(reader, object, path, "relation",
                                               {{"most", static_cast<int>(Relation::kMost)},
                                                {"least", static_cast<int>(Relation::kLeast)},
                                                {"equal", static_cast<int>(Relation::kEqual)}},
                                               static_cast<int>(Relation::kMost)));
  const json* bound = reader.member(object, path, "bound", true);
  if (bound == nullptr) return goal;
  if (bound->is_number())
    goal.bound = bound->get<double>();
  else if (!bound->is_string() || bound->get_ref<const std::string&>() != "reference")
    reader.fail(join(path, "bound"), say("must be a number or \"reference\""));
  return goal;
}

template <class One, class Read>
std::vector<One> read_list(FieldReader& reader, const char* name, Read read) {
  std::vector<One> all;
  if (const json* list = reader.list(reader.root(), "", name)) {
    for (size_t i = 0; i < list->size() && !reader.failed(); ++i)
      all.push_back(read(reader, (*list)[i], item(name, i)));
  }
  if (all.empty()) reader.fail(name, say("is missing"));
  return all;
}

void read_comparison(FieldReader& reader, Exercise& exercise) {
  const json& root = reader.root();
  exercise.comparison =
      static_cast<Comparison>(choice(reader, root, "", "result",
                                     {{"exact", static_cast<int>(Comparison::kExact)},
                                      {"sum", static_cast<int>(Comparison::kSum)}},
                                     {}));
  exercise.terms = text_if_any(reader, root, "", "terms");
  if (exercise.comparison == Comparison::kSum && exercise.terms.empty())
    reader.fail("terms", say("is missing"));
  if (exercise.comparison == Comparison::kSum && exercise.oracle.empty())
    reader.fail("result", say("a sum needs an oracle.cu"));
  if (root.is_object() && root.contains("infinite"))
    exercise.infinite = reader.texts(root, "", "infinite");
  for (const std::string& name : exercise.infinite) {
    const auto array = std::find_if(exercise.arrays.begin(), exercise.arrays.end(),
                                    [&](const Array& one) { return one.name == name; });
    if (array == exercise.arrays.end() || array->role != Role::kInput || !array->is_real)
      reader.fail("infinite", say("'{name}' is no input of real numbers", "name"_a = name));
  }
}

void read_may_set(FieldReader& reader, Exercise& exercise) {
  if (!reader.root().is_object() || !reader.root().contains("may_set")) return;
  for (const std::string& name : reader.texts(reader.root(), "", "may_set")) {
    const auto* part = std::find_if(std::begin(kLaunchParts), std::end(kLaunchParts),
                                    [&](LaunchPart one) { return name == word(one); });
    if (part == std::end(kLaunchParts))
      reader.fail("may_set", say("is one of {words}", "words"_a = "'grid', 'block', 'shared'"));
    else
      exercise.may_set.push_back(*part);
  }
}

// The launch at each size: that it can be made, and that it has the arrays.
void check_launches(FieldReader& reader, const Exercise& exercise) {
  for (size_t i = 0; i < exercise.sizes.size() && !reader.failed(); ++i) {
    const auto launch = launch_at(exercise, exercise.sizes[i], "");
    if (!launch) return reader.fail("launch", launch.error());
    size_t found = 0;
    for (const launch::Argument& argument : launch->arguments) {
      if (!std::holds_alternative<launch::ArrayArgument>(argument.value)) continue;
      const bool is_listed =
          std::any_of(exercise.arrays.begin(), exercise.arrays.end(),
                      [&](const Array& array) { return array.name == argument.name; });
      if (!is_listed)
        return reader.fail("arrays", say("lacks '{name}' of the launch", "name"_a = argument.name));
      ++found;
    }
    if (found != exercise.arrays.size())
      return reader.fail("arrays", say("has an array that the launch does not have"));
    for (const auto& [field, expression] : {std::pair{"terms", exercise.terms},
                                            std::pair{"most_shared_bytes", exercise.most_shared}}) {
      if (expression.empty()) continue;
      const auto number = number_at(expression, exercise.sizes[i]);
      if (!number) return reader.fail(field, number.error());
    }
  }
}

void read_exercise(FieldReader& reader, Exercise& exercise) {
  const json& root = reader.root();
  reader.check_members(
      root, "",
      {"id", "title", "lesson", "goal", "kernel", "launch", "may_set", "sizes", "arrays", "result",
       "terms", "infinite", "goals", "most_shared_bytes", "registers", "hints"});
  exercise.id = reader.id(root, "", "id");
  exercise.title = sentence_at(reader, root, "", "title", {});
  exercise.lesson = reader.id(root, "", "lesson");
  exercise.kernel = text_if_any(reader, root, "", "kernel");
  for (const std::string& part : reader.texts(root, "", "launch"))
    exercise.launch += (exercise.launch.empty() ? "" : " ") + part;
  read_may_set(reader, exercise);
  exercise.sizes = read_list<Size>(reader, "sizes", read_size);
  if (exercise.sizes.size() < kFewestSizes)
    reader.fail("sizes", say("needs the shown size and at least {count} hidden ones",
                             "count"_a = kFewestSizes - 1));
  check_sizes(reader, exercise.sizes);
  exercise.arrays = read_list<Array>(reader, "arrays", read_array);
  read_comparison(reader, exercise);
  exercise.goals = read_list<Goal>(reader, "goals", read_goal);
  exercise.most_shared = text_if_any(reader, root, "", "most_shared_bytes");
  if (root.is_object() && root.contains("registers")) {
    const int64_t registers = reader.integer(root, "", "registers");
    if (registers < 1 || registers > 255)
      reader.fail("registers", say("must be a whole number from {minimum} to {maximum}",
                                   "minimum"_a = 1, "maximum"_a = 255));
    exercise.registers = static_cast<uint32_t>(registers);
  }
  const std::vector<std::string> places = places_of(exercise);
  exercise.goal = sentence_at(reader, root, "", "goal", places);
  exercise.hints = read_list<Hint>(
      reader, "hints", [&](FieldReader& from, const json& object, const std::string& path) {
        from.check_members(object, path, {"text", "stop"});
        return Hint{sentence_at(from, object, path, "text", places), from.id(object, path, "stop")};
      });
  if (exercise.hints.size() != kHints)
    reader.fail("hints", say("needs {count} stages", "count"_a = kHints));
  check_launches(reader, exercise);
}

// "" if there is no such file.
base::Result<std::string, std::string> text_beside(const std::filesystem::path& folder,
                                                   const char* name, bool is_required) {
  const std::string path = (folder / name).string();
  if (!is_required && !files::exists(path)) return std::string();
  // A link out of the folder is not followed.
  const base::Result<std::string, std::string> own =
      files::own_file((folder / "exercise.json").string(), name);
  if (!own) return base::fail(own.error());
  return files::read_text(*own);
}

}  // namespace

base::Result<Exercise, std::string> parse_exercise(const std::string& name, const std::string& text,
                                                   Exercise exercise) {
  const base::Result<json, std::string> value = lessons::parse_json(name, text);
  if (!value) return base::fail(value.error());
  FieldReader reader(*value);
  read_exercise(reader, exercise);
  if (!reader.failed()) return exercise;
  return base::fail(say("{path}:{line}: {problem}", "path"_a = name,
                        "line"_a = lessons::line_of_field(text, reader.error_path()),
                        "problem"_a = reader.error()));
}

const std::vector<Exercise>& built_in() {
  // Made once, from text that is part of the program, and never changed.
  static const std::vector<Exercise> exercises = [] {
    const std::vector<files::EmbeddedFile> files = embedded_exercises();
    const auto text_at = [&](const std::string& name) {
      const auto file = std::find_if(files.begin(), files.end(),
                                     [&](const auto& one) { return one.name == name; });
      return file == files.end() ? std::string() : std::string(file->text);
    };
    std::vector<Exercise> all;
    for (const files::EmbeddedFile& file : files) {
      if (!file.name.ends_with("/exercise.json")) continue;
      const std::string folder(file.name.substr(0, file.name.find('/') + 1));
      Exercise texts;
      texts.starter = text_at(folder + "starter.cu");
      texts.reference = text_at(folder + "reference.cu");
      texts.oracle = text_at(folder + "oracle.cu");
      base::Result<Exercise, std::string> one =
          parse_exercise(std::string(file.name), std::string(file.text), std::move(texts));
      WL_ASSERT(one.ok(), one.ok() ? "" : one.error().c_str());
      all.push_back(std::move(*one));
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return all;
  }();
  return exercises;
}

base::Result<Exercise, std::string> load_exercise(const std::string& folder) {
  const std::filesystem::path path(folder);
  const std::string file = (path / "exercise.json").string();
  const base::Result<std::string, std::string> text = files::read_text(file);
  if (!text) return base::fail(text.error());
  Exercise texts;
  texts.folder = folder;
  const std::tuple<std::string*, const char*, bool> beside[] = {
      {&texts.starter, "starter.cu", true},
      {&texts.reference, "reference.cu", true},
      {&texts.oracle, "oracle.cu", false}};
  for (const auto& [to, name, is_required] : beside) {
    base::Result<std::string, std::string> read = text_beside(path, name, is_required);
    if (!read) return base::fail(file + ": " + read.error());
    *to = std::move(*read);
  }
  return parse_exercise(file, *text, std::move(texts));
}

base::Result<std::vector<Exercise>, std::string> load_exercises(const std::string& folder) {
  const base::Result<files::Folder, std::string> names = files::texts_in(folder);
  if (!names) return base::fail(names.error());
  std::vector<Exercise> exercises;
  for (const std::string& name : names->folders) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    if (!files::exists((path / "exercise.json").string())) continue;
    base::Result<Exercise, std::string> one = load_exercise(path.string());
    if (!one) return base::fail(one.error());
    for (const Exercise& other : exercises) {
      if (other.id == one->id)
        return base::fail(say("{path}: id: '{id}' is taken by another exercise of this folder",
                              "path"_a = path.string(), "id"_a = one->id));
    }
    exercises.push_back(std::move(*one));
  }
  if (exercises.empty())
    return base::fail(
        say("{path}: holds no exercise (a folder with an exercise.json)", "path"_a = folder));
  std::sort(exercises.begin(), exercises.end(),
            [](const Exercise& a, const Exercise& b) { return a.id < b.id; });
  return exercises;
}

}  // namespace warplens::course
