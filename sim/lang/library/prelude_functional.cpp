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

constexpr std::string_view kRest = R"cuda(
template <class T>
class reference_wrapper {
 public:
  typedef T type;
  reference_wrapper(T& to) : to_(&to) {}
  T& get() const { return *to_; }
  operator T&() const { return *to_; }

 private:
  T* to_;
};
template <class T>
inline reference_wrapper<T> ref(T& to) { return reference_wrapper<T>(to); }
template <class T>
inline reference_wrapper<const T> cref(const T& to) { return reference_wrapper<const T>(to); }
}
)cuda";

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
      "#pragma once\n#include <array>\n#include <bits/stl_function.h>\nnamespace std {" +
      std::string(kRest) + std::string(function_text());
  return text;
}

// <algorithm> and <memory> include it, too.
bool needs_functional_text(std::string_view text) {
  return text.find("std::function") != std::string_view::npos;
}

}  // namespace warplens::lang
