// The fields of a detail as they are listed; empty names are left out.
#include "app/cli/detail_json.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <variant>

namespace warplens::cli {

namespace {

template <class Value>
Json json_of(const Value& value);

template <class Value>
constexpr bool kHasFields = requires(const Value& value) {
  value.visit([](const char*, auto&) {});
};

template <class Value>
Json fields_of(const Value& value) {
  Json json;
  value.visit([&]<class Field>(const char* name, const Field& field) {
    if constexpr (std::is_same_v<Field, std::string>)
      if (field.empty()) return;
    json[name] = json_of(field);
  });
  return json;
}

template <class Value>
Json json_of(const Value& value) {
  if constexpr (kHasFields<Value>) {
    return fields_of(value);
  } else if constexpr (requires { requires kHasFields<typename Value::value_type>; }) {
    Json list = Json::array();
    for (const auto& one : value) list.push_back(fields_of(one));
    return list;
  } else {
    return Json(value);
  }
}

}  // namespace

Json detail_json(const observe::Detail& detail) {
  return std::visit([](const auto& of) { return fields_of(of); }, detail);
}

}  // namespace warplens::cli
