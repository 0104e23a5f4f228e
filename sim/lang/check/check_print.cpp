// printf and assert: the format against the arguments, as a teacher would check it.
#include <string>
#include <utility>
#include <vector>

#include "sim/lang/check/checker.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

constexpr size_t kMostArguments = 32;

// One %... of a format.
struct Conversion {
  std::string text;      // "%5.2f"
  size_t stars = 0;      // widths and precisions that are arguments of their own
  bool is_wide = false;  // l, ll, z, j or t
  char letter = 0;       // 0: the format ends before it
};

std::vector<Conversion> conversions_of(const std::string& format) {
  std::vector<Conversion> conversions;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    if (i + 1 < format.size() && format[i + 1] == '%') {
      ++i;
      continue;
    }
    Conversion conversion;
    const size_t begin = i++;
    for (; i < format.size(); ++i) {
      const char c = format[i];
      if (c == '*') ++conversion.stars;
      if (c == 'l' || c == 'z' || c == 'j' || c == 't') conversion.is_wide = true;
      if (std::string_view("-+ #0123456789.*lzjth").find(c) == std::string_view::npos) break;
    }
    if (i < format.size()) conversion.letter = format[i];
    conversion.text = format.substr(begin, i + 1 - begin);
    conversions.push_back(std::move(conversion));
  }
  return conversions;
}

// What is wrong with printing a value of `type` so; empty if nothing is.
std::string mismatch(const Conversion& conversion, const Type* type, std::string& hint) {
  const bool is_floating = type->is_scalar() && base::is_floating(type->scalar);
  const bool is_wide = type->is_scalar() && base::size_of(type->scalar) == 8;
  switch (conversion.letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'c':
      if (is_floating) {
        hint = "write %f";
        return "an integer, and this is a floating number";
      }
      if (type->is_pointer()) {
        hint = "write %p";
        return "an integer, and this is a pointer";
      }
      if (is_wide && !conversion.is_wide && conversion.letter != 'c') {
        hint = std::string("write %ll") + conversion.letter;
        return "32 bits, and this has 64";
      }
      if (!is_wide && conversion.is_wide) {
        hint = std::string("write %") + conversion.letter;
        return "64 bits, and this has 32";
      }
      return "";
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      if (is_floating) return "";
      hint = type->is_pointer() ? "write %p" : is_wide ? "write %lld" : "write %d";
      return "a floating number, and this is '" + name_of(type) + "'";
    case 'p':
      return type->is_pointer() ? "" : "a pointer, and this is '" + name_of(type) + "'";
    case 's':
      return "a string, and a kernel has none here";
    default:
      return "nothing that printf knows";
  }
}

}  // namespace

ExprPtr Checker::check_print(ExprPtr expr) {
  auto& print = as<Print>(*expr);
  for (ExprPtr& argument : print.arguments) {
    argument = value(std::move(argument));
    if (!argument) return nullptr;
    const Type* type = argument->type;
    if (!type->is_scalar() && !type->is_pointer()) {
      reporter_.error(argument->span, "printf cannot print a '" + name_of(type) + "' as a whole",
                      "print its members one by one");
      return nullptr;
    }
    const bool is_floating = type->is_scalar() && base::is_floating(type->scalar);
    argument = is_floating ? cast(std::move(argument), scalar(Scalar::kDouble))
                           : promote(std::move(argument));
  }
  if (print.arguments.size() > kMostArguments) {
    reporter_.error(print.span, "printf in a kernel takes at most 32 arguments behind the format");
    return nullptr;
  }
  warn_about_format(print);
  print.type = scalar(Scalar::kInt);
  return expr;
}

void Checker::warn_about_format(const Print& print) {
  size_t next = 0;
  for (const Conversion& conversion : conversions_of(print.format)) {
    if (conversion.letter == 0) {
      return reporter_.warning(print.span, "the format ends inside of '" + conversion.text + "'",
                               "a percent sign by itself is written %%");
    }
    next += conversion.stars;
    if (next >= print.arguments.size()) {
      return reporter_.warning(
          print.span, "the format has '" + conversion.text + "', and no value is left for it",
          "give printf one argument for each %");
    }
    const Expr& argument = *print.arguments[next++];
    std::string hint;
    const std::string wrong = mismatch(conversion, argument.type, hint);
    if (!wrong.empty()) {
      reporter_.warning(argument.span, "'" + conversion.text + "' prints " + wrong, hint);
    }
  }
  if (next < print.arguments.size()) {
    reporter_.warning(print.arguments[next]->span, "the format prints no value here",
                      "give the format one % for each argument");
  }
}

ExprPtr Checker::check_assert(ExprPtr expr) {
  auto& node = as<Assert>(*expr);
  node.condition = condition(std::move(node.condition));
  node.type = types().void_type();
  return node.condition ? std::move(expr) : nullptr;
}

}  // namespace warplens::lang
