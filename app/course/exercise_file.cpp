// Reads exercise.json and the texts beside it.
#include <algorithm>
#include <filesystem>

#include "app/course/embedded.hpp"
#include "app/course/exercise.hpp"
#include "app/course/fields.hpp"
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

int64_t product_of(const Size& size) {
  int64_t product = 1;
  for (const auto& [name, value] : size) product *= value;
  return product;
}

// Sizes and arguments are what main() makes them.
void check_program(FieldReader& reader, const launch::Launch& launch) {
  launch::Launch definitions;
  definitions.defines = launch.defines;
  if (!(launch == definitions))
    reader.fail("launch", say("of a program has definitions alone, like '{example}'",
                              "example"_a = "-D N={n}"));
  for (const launch::Definition& definition : launch.defines) {
    if (definition.name == kSeedMacro)
      reader.fail("launch", say("defines '{name}', which the judge does", "name"_a = kSeedMacro));
  }
}

void check_arrays(FieldReader& reader, const Exercise& exercise, const launch::Launch& launch) {
  size_t found = 0;
  for (const launch::Argument& argument : launch.arguments) {
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

// The launch at each size: that it can be made, and that it has the arrays; of a program that it
// has definitions alone.
void check_launches(FieldReader& reader, const Exercise& exercise) {
  for (size_t i = 0; i < exercise.sizes.size() && !reader.failed(); ++i) {
    const auto launch = launch_at(exercise, exercise.sizes[i], "");
    if (!launch) return reader.fail("launch", launch.error());
    exercise.is_program ? check_program(reader, *launch) : check_arrays(reader, exercise, *launch);
    for (const auto& [field, expression] : {std::pair{"terms", exercise.terms},
                                            std::pair{"most_shared_bytes", exercise.most_shared}}) {
      if (expression.empty()) continue;
      const auto number = number_at(expression, exercise.sizes[i]);
      if (!number) return reader.fail(field, number.error());
    }
  }
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

void read_exercise(FieldReader& reader, Exercise& exercise) {
  const json& root = reader.root();
  exercise.is_program = flag(reader, root, "", "program");
  std::vector<std::string> fields{
      "id",    "title",  "lesson", "goal",  "program",           "launch",
      "sizes", "result", "terms",  "goals", "most_shared_bytes", "registers",
      "hints"};
  if (!exercise.is_program)
    fields.insert(fields.end(), {"kernel", "may_set", "arrays", "infinite"});
  reader.check_members(root, "", fields);
  exercise.id = reader.id(root, "", "id");
  exercise.title = sentence_at(reader, root, "", "title", {});
  exercise.lesson = reader.id(root, "", "lesson");
  exercise.kernel = text_if_any(reader, root, "", "kernel");
  exercise.launch = joined_texts(reader, root, "", "launch");
  read_may_set(reader, exercise);
  exercise.sizes = read_list<Size>(reader, root, "", "sizes", read_size);
  if (exercise.sizes.size() < kFewestSizes)
    reader.fail("sizes", say("needs the shown size and at least {count} hidden ones",
                             "count"_a = kFewestSizes - 1));
  check_sizes(reader, exercise.sizes);
  if (!exercise.is_program)
    exercise.arrays = read_list<Array>(reader, root, "", "arrays", read_array);
  read_comparison(reader, exercise);
  exercise.goals = read_list<Goal>(reader, root, "", "goals", read_goal);
  exercise.most_shared = text_if_any(reader, root, "", "most_shared_bytes");
  exercise.registers = static_cast<uint32_t>(integer_in(reader, root, "", "registers", 1, 255, 0));
  const std::vector<std::string> places = places_of(exercise);
  exercise.goal = sentence_at(reader, root, "", "goal", places);
  exercise.hints = read_list<Hint>(
      reader, root, "", "hints",
      [&](FieldReader& from, const json& object, const std::string& path) {
        from.check_members(object, path, {"text", "stop"});
        return Hint{sentence_at(from, object, path, "text", places), from.id(object, path, "stop")};
      });
  if (exercise.hints.size() != kHints)
    reader.fail("hints", say("needs {count} stages", "count"_a = kHints));
  check_launches(reader, exercise);
}

}  // namespace

base::Result<Exercise, std::string> parse_exercise(const std::string& name, const std::string& text,
                                                   Exercise exercise) {
  return read_fields<Exercise>(name, text, std::move(exercise), read_exercise);
}

const std::vector<Exercise>& built_in() {
  // Made once, from text that is part of the program, and never changed.
  static const std::vector<Exercise> exercises = [] {
    const std::vector<files::EmbeddedFile> files = embedded_exercises();
    std::vector<Exercise> all;
    for (const files::EmbeddedFile& file : files) {
      if (!file.name.ends_with("/exercise.json")) continue;
      const std::string folder(file.name.substr(0, file.name.find('/') + 1));
      Exercise texts;
      texts.starter = text_in(files, folder + "starter.cu").value_or("");
      texts.reference = text_in(files, folder + "reference.cu").value_or("");
      texts.oracle = text_in(files, folder + "oracle.cu").value_or("");
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
  const std::string file = (std::filesystem::path(folder) / "exercise.json").string();
  const base::Result<std::string, std::string> text = text_beside(file, "exercise.json", true);
  if (!text) return base::fail(text.error());
  Exercise texts;
  texts.folder = folder;
  const std::tuple<std::string*, const char*, bool> beside[] = {
      {&texts.starter, "starter.cu", true},
      {&texts.reference, "reference.cu", true},
      {&texts.oracle, "oracle.cu", false}};
  for (const auto& [to, name, is_required] : beside) {
    base::Result<std::string, std::string> read = text_beside(file, name, is_required);
    if (!read) return base::fail(read.error());
    *to = std::move(*read);
  }
  return parse_exercise(file, *text, std::move(texts));
}

base::Result<std::vector<Exercise>, std::string> load_exercises(const std::string& folder) {
  const auto paths = folders_with(folder, "exercise.json");
  if (!paths) return base::fail(paths.error());
  if (paths->size() > kMostExercises)
    return base::fail(say("{path}: has more than {count} exercises", "path"_a = folder,
                          "count"_a = kMostExercises));
  std::vector<Exercise> exercises;
  for (const std::string& path : *paths) {
    base::Result<Exercise, std::string> one = load_exercise(path);
    if (!one) return base::fail(one.error());
    for (const Exercise& other : exercises) {
      if (other.id == one->id)
        return base::fail(say("{path}: id: '{id}' is taken by another exercise of this folder",
                              "path"_a = path, "id"_a = one->id));
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
