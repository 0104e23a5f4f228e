// <functional>, for whole programs: the standard's function objects, of which each is a row here,
// as text in the language that Warplens supports.
#include <array>
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

struct FunctionObject {
  std::string_view name;
  std::string_view result;  // of its operator(): T, or bool
  std::string_view value;   // of a and, if it names it, b
};
constexpr auto kFunctionObjects = std::to_array<FunctionObject>({
    {"plus", "T", "a + b"},
    {"minus", "T", "a - b"},
    {"multiplies", "T", "a * b"},
    {"divides", "T", "a / b"},
    {"modulus", "T", "a % b"},
    {"bit_and", "T", "a & b"},
    {"bit_or", "T", "a | b"},
    {"bit_xor", "T", "a ^ b"},
    {"negate", "T", "-a"},
    {"bit_not", "T", "~a"},
    {"equal_to", "bool", "a == b"},
    {"not_equal_to", "bool", "a != b"},
    {"less", "bool", "a < b"},
    {"greater", "bool", "a > b"},
    {"less_equal", "bool", "a <= b"},
    {"greater_equal", "bool", "a >= b"},
    {"logical_and", "bool", "a && b"},
    {"logical_or", "bool", "a || b"},
    {"logical_not", "bool", "!a"},
});

// The template for values of one type, and its specialisation for values of any types.
std::string text_of(const FunctionObject& object) {
  const bool is_binary = object.value.find('b', 1) != std::string_view::npos;
  const std::string name(object.name), value(object.value);
  const std::string head = "  __host__ __device__ constexpr ";
  return "template <class T = void>\nstruct " + name + " {\n" + head + std::string(object.result) +
         " operator()(const T& a" + (is_binary ? ", const T& b" : "") + ") const { return " +
         value + "; }\n};\ntemplate <>\nstruct " + name + "<void> {\n  template <class T" +
         (is_binary ? ", class U" : "") + ">\n" + head + "auto operator()(const T& a" +
         (is_binary ? ", const U& b" : "") + ") const { return " + value + "; }\n};\n";
}

std::string function_objects_text() {
  std::string text = "#pragma once\nnamespace std {\n";
  for (const FunctionObject& object : kFunctionObjects) text += text_of(object);
  return text + "}\n";
}

}  // namespace

// What other headers include, too.
std::string_view function_objects_header() {
  static const std::string text = function_objects_text();
  return text;
}

std::string_view functional_header() {
  static const std::string text =
      "#pragma once\n#include <array>\n#include <bits/functional_hash.h>\n"
      "#include <bits/invoke.h>\n#include <bits/stl_function.h>\n#include <tuple>\n" +
      std::string(function_text()) + std::string(bind_text());
  return text;
}

std::string_view hash_functions_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <string>
#include <type_traits>
namespace std {
inline size_t warplens_mix(size_t x) { return x ^ (x >> 47); }
// The hash of bytes that libstdc++ computes (MurmurHash64A).
inline size_t warplens_hash_bytes(const void* from, size_t size) {
  const size_t mul = 0xc6a4a7935bd1e995ull;
  const unsigned char* at = (const unsigned char*)from;
  size_t hash = 0xc70f6907ull ^ (size * mul);
  for (size_t left = size; left > 0;) {
    const size_t count = left < 8 ? left : 8;
    size_t data = 0;
    memcpy(&data, at, count);
    if (count == 8) data = warplens_mix(data * mul) * mul;
    hash = (hash ^ data) * mul;
    at += count;
    left -= count;
  }
  return warplens_mix(warplens_mix(hash) * mul);
}
template <class T>
struct hash {
  size_t operator()(const T& value) const {
    if constexpr (is_floating_point_v<T>) {
      return value != 0 ? warplens_hash_bytes(&value, sizeof(T)) : 0;
    } else {
      return (size_t)value;
    }
  }
};
template <>
struct hash<string> {
  size_t operator()(const string& text) const { return warplens_hash_bytes(text.data(), text.size()); }
};
template <>
struct hash<string_view> {
  size_t operator()(string_view text) const { return warplens_hash_bytes(text.data(), text.size()); }
};
}
)cuda";
  return kText;
}

// <algorithm> and <memory> include it, too.
bool needs_functional_text(std::string_view text) {
  return text.find("std::function") != std::string_view::npos;
}

}  // namespace warplens::lang
