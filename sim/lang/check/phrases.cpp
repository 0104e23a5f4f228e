#include "sim/lang/check/phrases.hpp"

#include "sim/base/say.hpp"

namespace warplens::lang {

std::string listed(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::string text = names.front();
  for (size_t i = 1; i + 1 < names.size(); ++i) text += ", " + names[i];
  if (names.size() == 1) return text;
  return say("{names} and {last}", "names"_a = text, "last"_a = names.back());
}

std::vector<std::string> field_names(const Record& record) {
  std::vector<std::string> names;
  for (const Field& field : record.fields) {
    if (!field.name.empty()) names.push_back(field.name);
  }
  return names;
}

std::string name_a_part(std::string_view index) {
  return say("write {name}.x, {name}.y or {name}.z", "name"_a = index);
}

std::string wrong_argument_count(std::string_view function, size_t least, size_t most,
                                 size_t given) {
  const std::string taken =
      least == most ? say_count("{count} argument", "{count} arguments", most)
                    : say_count("{least} to {count} argument", "{least} to {count} arguments", most,
                                "least"_a = least);
  return say("'{name}' takes {taken}, not {count}", "count"_a = given, "name"_a = function,
             "taken"_a = taken);
}

}  // namespace warplens::lang
