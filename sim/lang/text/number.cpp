#include "sim/lang/text/number.hpp"

#include <cctype>
#include <cerrno>
#include <cstdlib>

#include "sim/base/say.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;
using NumberResult = base::Result<Number, std::string>;

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

NumberResult failure(std::string message) {
  return base::fail(std::move(message));
}

NumberResult parse_floating(const std::string& digits, std::string_view spelling) {
  std::string body = digits;
  Number number;
  number.scalar = Scalar::kDouble;
  const bool is_hex = body.size() > 1 && (body[1] == 'x' || body[1] == 'X');
  if (is_hex && body.find_first_of("pP") == std::string::npos) {
    return failure(
        say("the hexadecimal number '{number}' has no exponent p", "number"_a = spelling));
  }
  const char suffix = body.back();
  if (suffix == 'f' || suffix == 'F') {
    number.scalar = Scalar::kFloat;
    body.pop_back();
  } else if (suffix == 'l' || suffix == 'L') {
    body.pop_back();  // on the GPU long double is double
  }
  char* end = nullptr;
  number.real = number.scalar == Scalar::kFloat
                    ? static_cast<double>(std::strtof(body.c_str(), &end))
                    : std::strtod(body.c_str(), &end);
  if (end != body.c_str() + body.size() || body.empty()) {
    return failure(say("'{number}' is not a number", "number"_a = spelling));
  }
  return number;
}

// The type of an integer constant: of those that its suffix and base allow, the first that can hold
// it (C++ [lex.icon]).
Scalar type_of_integer(uint64_t value, bool is_unsigned, int longs, bool is_decimal) {
  const bool fits_int = value <= 0x7fffffffu;
  const bool fits_uint = value <= 0xffffffffu;
  const bool fits_long = value <= 0x7fffffffffffffffu;
  if (longs == 0) {
    if (fits_int && !is_unsigned) return Scalar::kInt;
    if (fits_uint && (is_unsigned || !is_decimal)) return Scalar::kUInt;
  }
  if (is_unsigned || !fits_long) return longs == 2 ? Scalar::kULongLong : Scalar::kULong;
  return longs == 2 ? Scalar::kLongLong : Scalar::kLong;
}

NumberResult parse_integer(const std::string& digits, std::string_view spelling) {
  uint64_t base = 10;
  size_t at = 0;
  if (digits.size() > 1 && digits[0] == '0') {
    const char mark = static_cast<char>(std::tolower(static_cast<unsigned char>(digits[1])));
    base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
    at = base == 8 ? 1 : 2;
  }
  const size_t first = at;
  uint64_t value = 0;
  for (; at < digits.size(); ++at) {
    const auto digit = static_cast<uint64_t>(digit_value(digits[at]));
    if (digit >= base) break;
    if (value > (~uint64_t{0} - digit) / base) {
      return failure(say("the number '{number}' does not fit into 64 bits", "number"_a = spelling));
    }
    value = value * base + digit;
  }
  if (at == first && base != 8)
    return failure(say("'{number}' is not a number", "number"_a = spelling));
  if (at < digits.size() && base == 8 && (digits[at] == '8' || digits[at] == '9')) {
    return failure(say("'{number}' begins with 0, so it is octal, and has a digit {digit}",
                       "number"_a = spelling, "digit"_a = digits[at]));
  }
  bool is_unsigned = false;
  int longs = 0;
  for (; at < digits.size(); ++at) {
    const char c = digits[at];
    if ((c == 'u' || c == 'U') && !is_unsigned) {
      is_unsigned = true;
    } else if ((c == 'l' || c == 'L') && longs == 0) {
      longs = at + 1 < digits.size() && digits[at + 1] == c ? 2 : 1;
      at += static_cast<size_t>(longs) - 1;
    } else {
      return failure(say("'{number}' is not a number: '{rest}' cannot follow the digits",
                         "number"_a = spelling, "rest"_a = digits.substr(at)));
    }
  }
  Number number;
  number.scalar = type_of_integer(value, is_unsigned, longs, base == 10);
  number.bits = value;
  return number;
}

}  // namespace

NumberResult parse_number(std::string_view spelling) {
  std::string digits;
  for (const char c : spelling) {
    if (c != '\'') digits += c;
  }
  const bool is_hex =
      digits.size() > 1 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  const bool is_floating = digits.find('.') != std::string::npos ||
                           digits.find_first_of(is_hex ? "pP" : "eE") != std::string::npos;
  if (is_floating) return parse_floating(digits, spelling);
  if (!is_hex && digits.size() > 1 && (digits.back() == 'f' || digits.back() == 'F')) {
    return failure(say("'{number}' is not a number: a float is written {digits}.0f",
                       "number"_a = spelling, "digits"_a = digits.substr(0, digits.size() - 1)));
  }
  return parse_integer(digits, spelling);
}

size_t digits_of(std::string_view spelling) {
  const bool is_hex = spelling.starts_with("0x") || spelling.starts_with("0X");
  size_t at = is_hex ? 2 : 0;
  for (; at < spelling.size(); ++at) {
    const char c = spelling[at];
    const bool is_exponent =
        !is_hex && (c == 'e' || c == 'E') && at + 1 < spelling.size() &&
        (digit_value(spelling[at + 1]) < 10 || spelling[at + 1] == '-' || spelling[at + 1] == '+');
    if (is_exponent) ++at;
    if (digit_value(c) >= (is_hex ? 16 : 10) && c != '.' && c != '\'' && !is_exponent) break;
  }
  return at;
}

NumberResult parse_character(std::string_view spelling) {
  const size_t open = spelling.find('\'');
  std::string_view body = spelling.substr(open + 1, spelling.size() - open - 2);
  if (open != 0) return failure(say("wide characters are not supported; write 'a'"));
  if (body.empty()) return failure(say("an empty character constant"));
  Number number;
  number.scalar = Scalar::kChar;
  if (body[0] != '\\') {
    if (body.size() != 1) return failure(say("a character constant holds one ASCII character"));
    number.bits = static_cast<uint64_t>(static_cast<int64_t>(static_cast<signed char>(body[0])));
    return number;
  }
  body.remove_prefix(1);
  int64_t value = -1;
  constexpr std::string_view kNames = "ntr\\'\"abfv?";
  constexpr std::string_view kValues = "\n\t\r\\'\"\a\b\f\v?";
  if (body.size() == 1 && kNames.find(body[0]) != std::string_view::npos) {
    value = kValues[kNames.find(body[0])];
  } else if (!body.empty()) {
    const bool is_hex = body[0] == 'x';
    const int base = is_hex ? 16 : 8;
    value = 0;
    for (const char c : body.substr(is_hex ? 1 : 0)) {
      if (digit_value(c) >= base || value > 255)
        return failure(say("an unknown escape in a character constant"));
      value = value * base + digit_value(c);
    }
  }
  if (value < 0 || value > 255) return failure(say("an unknown escape in a character constant"));
  number.bits = static_cast<uint64_t>(static_cast<int64_t>(static_cast<signed char>(value)));
  return number;
}

}  // namespace warplens::lang
