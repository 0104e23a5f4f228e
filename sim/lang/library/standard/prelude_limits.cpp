// <limits>: std::numeric_limits of every scalar type.
#include <array>
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

struct Limits {
  std::string_view type, lowest, least, most, epsilon;
  bool is_integer, is_signed;
  int digits;
};
constexpr auto kLimits = std::to_array<Limits>({
    {"bool", "false", "false", "true", "false", true, false, 1},
    {"char", "CHAR_MIN", "CHAR_MIN", "CHAR_MAX", "0", true, true, 7},
    {"signed char", "SCHAR_MIN", "SCHAR_MIN", "SCHAR_MAX", "0", true, true, 7},
    {"unsigned char", "0", "0", "UCHAR_MAX", "0", true, false, 8},
    {"short", "SHRT_MIN", "SHRT_MIN", "SHRT_MAX", "0", true, true, 15},
    {"unsigned short", "0", "0", "USHRT_MAX", "0", true, false, 16},
    {"int", "INT_MIN", "INT_MIN", "INT_MAX", "0", true, true, 31},
    {"unsigned", "0u", "0u", "UINT_MAX", "0", true, false, 32},
    {"long", "LONG_MIN", "LONG_MIN", "LONG_MAX", "0", true, true, 63},
    {"unsigned long", "0ul", "0ul", "ULONG_MAX", "0", true, false, 64},
    {"long long", "LLONG_MIN", "LLONG_MIN", "LLONG_MAX", "0", true, true, 63},
    {"unsigned long long", "0ull", "0ull", "ULLONG_MAX", "0", true, false, 64},
    {"float", "-FLT_MAX", "FLT_MIN", "FLT_MAX", "FLT_EPSILON", false, true, 24},
    {"double", "-DBL_MAX", "DBL_MIN", "DBL_MAX", "DBL_EPSILON", false, true, 53},
});

std::string limits_of(const Limits& of) {
  const std::string type(of.type);
  const auto function = [&](const char* name, std::string_view value) {
    return "  __host__ __device__ static constexpr " + type + " " + name + "() { return " +
           std::string(value) + "; }\n";
  };
  const auto fact = [](const char* name, bool holds) {
    return std::string("  static constexpr bool ") + name + (holds ? " = true;\n" : " = false;\n");
  };
  std::string text = "template <>\nstruct numeric_limits<" + type + "> {\n";
  text += fact("is_specialized", true) + fact("is_integer", of.is_integer) +
          fact("is_signed", of.is_signed) + fact("is_exact", of.is_integer) +
          fact("has_infinity", !of.is_integer) + fact("has_quiet_NaN", !of.is_integer);
  text += "  static constexpr int digits = " + std::to_string(of.digits) + ";\n";
  text += function("min", of.least) + function("max", of.most) + function("lowest", of.lowest) +
          function("epsilon", of.epsilon);
  text += function("infinity", of.is_integer        ? "0"
                               : of.type == "float" ? "(1.0f / 0.0f)"
                                                    : "(1.0 / 0.0)");
  text += function("quiet_NaN", of.is_integer        ? "0"
                                : of.type == "float" ? "(0.0f / 0.0f)"
                                                     : "(0.0 / 0.0)");
  return text + "};\n";
}

std::string all_limits() {
  std::string text = "#pragma once\nnamespace std {\ntemplate <class T>\nstruct numeric_limits;\n";
  for (const Limits& of : kLimits) text += limits_of(of);
  return text + "}\n";
}

}  // namespace

std::string_view limits_header() {
  static const std::string text = all_limits();
  return text;
}

bool needs_limits_text(std::string_view text) {
  return text.find("numeric_limits") != std::string_view::npos;
}

}  // namespace warplens::lang
