// printf and assert: the format is compared with the arguments.
#include <string>
#include <utility>
#include <vector>

#include "sim/base/say.hpp"
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

std::string write_conversion(std::string_view conversion) {
  return say("write {conversion}", "conversion"_a = conversion);
}

// The warning about printing a value of `type` with this conversion; empty if they match.
std::string mismatch(const Conversion& conversion, const Type* type, std::string& hint) {
  const std::string& text = conversion.text;
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
        hint = write_conversion("%f");
        return say("'{conversion}' prints an integer, and this is a floating number",
                   "conversion"_a = text);
      }
      if (type->is_pointer()) {
        hint = write_conversion("%p");
        return say("'{conversion}' prints an integer, and this is a pointer",
                   "conversion"_a = text);
      }
      if (is_wide && !conversion.is_wide && conversion.letter != 'c') {
        hint = write_conversion(std::string("%ll") + conversion.letter);
        return say("'{conversion}' prints 32 bits, and this has 64", "conversion"_a = text);
      }
      if (!is_wide && conversion.is_wide) {
        hint = write_conversion(std::string("%") + conversion.letter);
        return say("'{conversion}' prints 64 bits, and this has 32", "conversion"_a = text);
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
      hint = write_conversion(type->is_pointer() ? "%p" : is_wide ? "%lld" : "%d");
      return say("'{conversion}' prints a floating number, and this is '{type}'",
                 "conversion"_a = text, "type"_a = name_of(type));
    case 'p':
      return type->is_pointer() ? ""
                                : say("'{conversion}' prints a pointer, and this is '{type}'",
                                      "conversion"_a = text, "type"_a = name_of(type));
    case 's':
      if (type->is_pointer() && type->element->is_scalar() &&
          base::size_of(type->element->scalar) == 1)
        return "";
      return say("'{conversion}' prints a string, and this is '{type}'", "conversion"_a = text,
                 "type"_a = name_of(type));
    default:
      return say("'{conversion}' prints nothing that printf knows", "conversion"_a = text);
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
      reporter_.error(argument->span,
                      say("printf cannot print a '{type}' as a whole", "type"_a = name_of(type)),
                      say("print its members one by one"));
      return nullptr;
    }
    const bool is_floating = type->is_scalar() && base::is_floating(type->scalar);
    argument = is_floating ? cast(std::move(argument), scalar(Scalar::kDouble))
                           : promote(std::move(argument));
  }
  if (print.arguments.size() > kMostArguments) {
    reporter_.error(print.span,
                    say("printf in a kernel takes at most 32 arguments after the format"));
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
      return reporter_.warning(
          print.span,
          say("the format ends inside of '{conversion}'", "conversion"_a = conversion.text),
          say("a percent sign by itself is written %%"));
    }
    next += conversion.stars;
    if (next >= print.arguments.size()) {
      return reporter_.warning(print.span,
                               say("the format has '{conversion}', and no value is left for it",
                                   "conversion"_a = conversion.text),
                               say("give printf one argument for each %"));
    }
    const Expr& argument = *print.arguments[next++];
    std::string hint;
    const std::string wrong = mismatch(conversion, argument.type, hint);
    if (!wrong.empty()) reporter_.warning(argument.span, wrong, hint);
  }
  if (next < print.arguments.size()) {
    reporter_.warning(print.arguments[next]->span, say("the format prints no value here"),
                      say("give the format one % for each argument"));
  }
}

ExprPtr Checker::check_assert(ExprPtr expr) {
  auto& node = as<Assert>(*expr);
  node.condition = condition(std::move(node.condition));
  node.type = types().void_type();
  return node.condition ? std::move(expr) : nullptr;
}

}  // namespace warplens::lang
