// A format is cut into plain text and conversions; the C library prints each conversion, with the
// length that fits its bits.
#include "sim/base/format_text.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <utility>

namespace warplens::base {
namespace {

constexpr int kWidest = 1000;  // a field's width or precision is cut here

// The parts of "%-8.3lf".
struct Conversion {
  std::string flags;
  int width = -1, precision = -1;  // -1: not given
  bool width_is_argument = false, precision_is_argument = false;
  std::string length;
  char letter = 0;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Reads the conversion after a '%'; returns the number of characters, 0 if it is none.
size_t parse_conversion(std::string_view text, Conversion& out) {
  size_t at = 0;
  const auto peek = [&] { return at < text.size() ? text[at] : '\0'; };
  const auto number = [&](int& value, bool& is_argument) {
    if (peek() == '*') {
      is_argument = true;
      ++at;
      return;
    }
    if (is_digit(peek())) value = 0;
    while (is_digit(peek())) value = std::min(kWidest, value * 10 + (text[at++] - '0'));
  };
  while (peek() != '\0' && std::string_view("-+ #0").find(peek()) != std::string_view::npos) {
    out.flags += text[at++];
  }
  number(out.width, out.width_is_argument);
  if (peek() == '.') {
    ++at;
    out.precision = 0;
    number(out.precision, out.precision_is_argument);
  }
  while (peek() != '\0' && std::string_view("hlLzjt").find(peek()) != std::string_view::npos) {
    out.length += text[at++];
  }
  out.letter = peek();
  constexpr std::string_view kLetters = "diuoxXcfFeEgGaAps";
  if (out.letter == '\0' || kLetters.find(out.letter) == std::string_view::npos) return 0;
  return at + 1;
}

template <class T>
std::string formatted(const std::string& format, T value) {
  const int size = std::snprintf(nullptr, 0, format.c_str(), value);
  std::string text(static_cast<size_t>(std::max(size, 0)) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
  text.pop_back();
  return text;
}

std::string start_of(const Conversion& conversion) {
  std::string format = "%" + conversion.flags;
  if (conversion.width >= 0) format += std::to_string(conversion.width);
  if (conversion.precision >= 0) format += "." + std::to_string(conversion.precision);
  return format;
}

// The low bits that the length names, extended to 64.
int64_t signed_value(const Conversion& conversion, uint64_t bits) {
  if (conversion.length == "hh") return static_cast<int8_t>(bits);
  if (conversion.length == "h") return static_cast<int16_t>(bits);
  return conversion.length.empty() ? static_cast<int32_t>(bits) : static_cast<int64_t>(bits);
}
uint64_t unsigned_value(const Conversion& conversion, uint64_t bits) {
  if (conversion.length == "hh") return static_cast<uint8_t>(bits);
  if (conversion.length == "h") return static_cast<uint16_t>(bits);
  return conversion.length.empty() ? static_cast<uint32_t>(bits) : bits;
}

std::string convert(const Conversion& conversion, uint64_t bits) {
  const std::string start = start_of(conversion);
  switch (conversion.letter) {
    case 'd':
    case 'i':
      return formatted(start + "lld", static_cast<long long>(signed_value(conversion, bits)));
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return formatted(start + "ll" + conversion.letter,
                       static_cast<unsigned long long>(unsigned_value(conversion, bits)));
    case 'c':
      return formatted(start + "c", static_cast<int>(static_cast<unsigned char>(bits)));
    case 'p':
      return bits == 0 ? "(nil)" : formatted("%#llx", static_cast<unsigned long long>(bits));
    default:
      return formatted(start + conversion.letter, std::bit_cast<double>(bits));
  }
}

std::string convert_string(const Conversion& conversion, uint64_t bits,
                           const StringReader& read_string) {
  if (!read_string) return "?";
  std::string text = read_string(bits);
  if (conversion.precision >= 0)
    text.resize(std::min(text.size(), static_cast<size_t>(conversion.precision)));
  const size_t width = conversion.width < 0 ? 0 : static_cast<size_t>(conversion.width);
  if (text.size() >= width) return text;
  const std::string spaces(width - text.size(), ' ');
  return conversion.flags.find('-') == std::string::npos ? spaces + text : text + spaces;
}

// The format's parts in order: plain(text), and conversion(text, parts) for what takes arguments.
template <class Plain, class Each>
void for_each_part(std::string_view format, Plain plain, Each conversion) {
  for (size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      plain(format.substr(at++, 1));
      continue;
    }
    if (format.substr(at, 2) == "%%") {
      plain(format.substr(at, 1));
      at += 2;
      continue;
    }
    Conversion parts;
    const size_t used = parse_conversion(format.substr(at + 1), parts);
    const std::string_view text = format.substr(at, used + 1);
    if (used == 0)
      plain(text);
    else
      conversion(text, std::move(parts));
    at += used + 1;
  }
}

}  // namespace

std::string format_text(std::string_view format, std::span<const uint64_t> arguments,
                        const StringReader& read_string) {
  std::string text;
  size_t next = 0;  // argument
  const auto take_int = [&](int& value) {
    value = next < arguments.size() ? static_cast<int32_t>(arguments[next]) : 0;
    value = std::clamp(value, -kWidest, kWidest);
    ++next;
  };
  const auto plain = [&](std::string_view part) { text += part; };
  for_each_part(format, plain, [&](std::string_view part, Conversion conversion) {
    if (conversion.width_is_argument) {
      take_int(conversion.width);
      if (conversion.width < 0) {
        conversion.flags += '-';
        conversion.width = -conversion.width;
      }
    }
    if (conversion.precision_is_argument) take_int(conversion.precision);
    if (next >= arguments.size()) {
      text += part;
      return;
    }
    const uint64_t bits = arguments[next++];
    text += conversion.letter == 's' ? convert_string(conversion, bits, read_string)
                                     : convert(conversion, bits);
  });
  return text;
}

std::vector<bool> takes_reals(std::string_view format) {
  std::vector<bool> reals;
  const auto each = [&](std::string_view /*part*/, const Conversion& conversion) {
    if (conversion.width_is_argument) reals.push_back(false);
    if (conversion.precision_is_argument) reals.push_back(false);
    reals.push_back(std::string_view("fFeEgGaA").find(conversion.letter) != std::string_view::npos);
  };
  for_each_part(
      format, [](std::string_view) {}, each);
  return reals;
}

}  // namespace warplens::base
