#include "app/course/exercise_check.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"

namespace warplens::course {

namespace {

using lessons::item;

int64_t product_of(const Size& size) {
  int64_t product = 1;
  for (const auto& [name, value] : size) product *= value;
  return product;
}

// Sizes and arguments are what main() makes them.
void check_program(lessons::FieldReader& reader, const launch::Launch& launch) {
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

void check_arrays(lessons::FieldReader& reader, const Exercise& exercise,
                  const launch::Launch& launch) {
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

}  // namespace

void check_sizes(lessons::FieldReader& reader, const std::vector<Size>& sizes) {
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

void check_launches(lessons::FieldReader& reader, const Exercise& exercise) {
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

}  // namespace warplens::course
