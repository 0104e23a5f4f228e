#include "tests/unit/cli/schema.hpp"

#include <doctest/doctest.h>

#include <fstream>

namespace warplens::tests {

using nlohmann::ordered_json;

static bool has_type(const ordered_json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  REQUIRE_MESSAGE(type == "number", type);
  return value.is_number();
}

ordered_json schema_of(const std::string& name) {
  const std::string path = std::string(WARPLENS_TEST_DATA) + "/" + name + ".json";
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file.good(), path);
  return ordered_json::parse(file);
}

std::string mismatch(const ordered_json& value, const ordered_json& schema,
                     const std::string& place) {
  if (schema.contains("enum")) {
    for (const ordered_json& one : schema["enum"]) {
      if (one == value) return "";
    }
    return place + " is none of those that may be there";
  }
  const std::string type = schema.value("type", "string");
  if (!has_type(value, type)) return place + " is no " + type;
  if (value.is_string()) {
    const std::string text = value.get<std::string>();
    if (text.size() < schema.value("minLength", size_t{0})) return place + " is too short";
    if (text.size() > schema.value("maxLength", SIZE_MAX)) return place + " is too long";
    if (!text.starts_with(schema.value("begins", ""))) return place + " begins otherwise";
    if (text.find_first_of("\x1b\x07\x08") != std::string::npos) return place + " has an escape";
  }
  if (value.is_number()) {
    if (value.get<double>() < schema.value("minimum", -1e300)) return place + " is too small";
    if (value.get<double>() > schema.value("maximum", 1e300)) return place + " is too large";
  }
  if (value.is_array()) {
    for (size_t i = 0; i < value.size(); ++i) {
      std::string why = mismatch(value[i], schema["items"], place + "[" + std::to_string(i) + "]");
      if (!why.empty()) return why;
    }
  }
  if (!value.is_object()) return "";
  for (const ordered_json& key : schema.value("required", ordered_json::array())) {
    if (!value.contains(key.get<std::string>())) return place + " lacks " + key.get<std::string>();
  }
  for (const auto& [key, member] : value.items()) {
    const ordered_json& known = schema["properties"];
    if (!known.contains(key) && !schema.value("others", true)) return place + " has also " + key;
    if (!known.contains(key)) continue;
    if (std::string why = mismatch(member, known[key], place + "." + key); !why.empty()) return why;
  }
  return "";
}

}  // namespace warplens::tests
