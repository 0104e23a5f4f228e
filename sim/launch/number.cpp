// Counts, and scalar_bits(): a scalar's text as the bits of its type.
#include "sim/launch/number.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "sim/base/half.hpp"
#include "sim/base/names.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/fill.hpp"

namespace warplens::launch {
namespace {

using Bits = base::Result<uint64_t, std::string>;

bool is_hexadecimal(std::string_view text) {
  return text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

struct Magnitude {
  bool is_number = false;
  bool is_too_large = false;  // for 64 bits
  uint64_t value = 0;
};

// Digits only: no sign, no suffix.
Magnitude parse_magnitude(std::string_view text) {
  int radix = 10;
  if (is_hexadecimal(text)) {
    radix = 16;
    text.remove_prefix(2);
  }
  Magnitude out;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), out.value, radix);
  out.is_number = !text.empty() && text[0] != '-' && error != std::errc::invalid_argument &&
                  end == text.data() + text.size();
  out.is_too_large = error == std::errc::result_out_of_range;
  return out;
}

// Takes a leading sign off; true if it was a minus.
bool take_sign(std::string_view& text) {
  if (text.empty() || (text[0] != '-' && text[0] != '+')) return false;
  const bool is_negative = text[0] == '-';
  text.remove_prefix(1);
  return is_negative;
}

std::string report_too_large(base::Scalar type, std::string_view text) {
  const uint64_t all = ~uint64_t{0} >> (64 - base::size_of(type) * 8);
  const bool is_signed = base::is_signed(type);
  return say("{value} does not fit in {type} ({least} to {most})", "value"_a = shown(text),
             "type"_a = base::name_of(type),
             "least"_a = is_signed ? -static_cast<int64_t>(all / 2) - 1 : int64_t{0},
             "most"_a = is_signed ? all / 2 : all);
}

Bits integer_bits(base::Scalar type, std::string_view text) {
  std::string_view digits = text;
  const bool is_negative = take_sign(digits);
  while (!digits.empty() &&
         std::string_view("uUlL").find(digits.back()) != std::string_view::npos) {
    digits.remove_suffix(1);
  }
  const Magnitude magnitude = parse_magnitude(digits);
  if (!magnitude.is_number) {
    return base::fail(say("'{value}' is not a whole number, as {type} needs",
                          "value"_a = shown(text), "type"_a = base::name_of(type)));
  }
  const uint32_t bits = base::size_of(type) * 8;
  const uint64_t all = ~uint64_t{0} >> (64 - bits);
  uint64_t most = base::is_signed(type) ? all / 2 : all;
  if (is_negative) most = base::is_signed(type) ? most + 1 : 0;
  if (magnitude.is_too_large || magnitude.value > most) {
    return base::fail(report_too_large(type, text));
  }
  return (is_negative ? 0 - magnitude.value : magnitude.value) & all;
}

Bits bool_bits(std::string_view text) {
  if (text == "true" || text == "1") return uint64_t{1};
  if (text == "false" || text == "0") return uint64_t{0};
  return base::fail(say("'{value}' is not a bool: write true or false", "value"_a = shown(text)));
}

// Unsigned decimal or hexadecimal text. Too small a number becomes 0; too large a one has no value.
template <class T>
std::optional<T> parse_floating(std::string_view text, bool& is_number) {
  const bool is_hex = is_hexadecimal(text);
  const std::string_view digits = is_hex ? text.substr(2) : text;
  T value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value,
                      is_hex ? std::chars_format::hex : std::chars_format::general);
  is_number = !digits.empty() && digits[0] != '-' && error != std::errc::invalid_argument &&
              end == digits.data() + digits.size();
  if (!is_number) return std::nullopt;
  if (error == std::errc()) return value;
  const size_t exponent = digits.find_first_of(is_hex ? "pP" : "eE");
  const bool is_tiny = exponent == std::string_view::npos
                           ? digits.find('.') != std::string_view::npos && digits[0] == '0'
                           : digits.substr(exponent + 1).starts_with('-');
  if (!is_tiny) return std::nullopt;
  if constexpr (std::is_same_v<T, float>) {  // perhaps a denormal, which from_chars may refuse
    return static_cast<float>(parse_floating<double>(text, is_number).value_or(0.0));
  }
  return T{0};
}

template <class T, class Unsigned>
Bits floating_bits(base::Scalar type, std::string_view text) {
  std::string_view digits = text;
  const bool is_negative = take_sign(digits);
  const bool is_special = digits == "inf" || digits == "infinity" || digits == "nan";
  const bool has_suffix = !is_special && !is_hexadecimal(digits) && digits.size() > 1 &&
                          std::string_view("fFlL").find(digits.back()) != std::string_view::npos;
  if (has_suffix) digits.remove_suffix(1);
  std::optional<T> value;
  bool is_number = true;
  if (is_special) {
    value =
        digits == "nan" ? std::numeric_limits<T>::quiet_NaN() : std::numeric_limits<T>::infinity();
  } else {
    const bool starts_well =
        !digits.empty() && (digits[0] == '.' || (digits[0] >= '0' && digits[0] <= '9'));
    value = starts_well ? parse_floating<T>(digits, is_number) : std::nullopt;
    is_number = is_number && starts_well;
  }
  if (!is_number)
    return base::fail(say("'{value}' is not a number, as {type} needs", "value"_a = shown(text),
                          "type"_a = base::name_of(type)));
  if (!value)
    return base::fail(say("{value} does not fit in {type}", "value"_a = shown(text),
                          "type"_a = base::name_of(type)));
  return uint64_t{std::bit_cast<Unsigned>(is_negative ? -*value : *value)};
}

Bits small_float_bits(base::Scalar type, std::string_view text) {
  const Bits wide = floating_bits<double, uint64_t>(type, text);
  if (!wide) return wide;
  const double value = std::bit_cast<double>(*wide);
  const uint16_t bits = base::small_from_double(type, value);
  if (std::isinf(base::small_to_float(type, bits)) && std::isfinite(value))
    return base::fail(say("{value} does not fit in {type}", "value"_a = shown(text),
                          "type"_a = base::name_of(type)));
  return uint64_t{bits};
}

}  // namespace

base::Result<uint64_t, std::string> parse_count(std::string_view text, std::string_view what,
                                                uint64_t least, uint64_t most) {
  const Magnitude magnitude = parse_magnitude(text);
  if (!magnitude.is_number) {
    return base::fail(text.empty()
                          ? say("a number is missing")
                          : say("'{value}' is not a whole number", "value"_a = shown(text)));
  }
  if (magnitude.is_too_large || magnitude.value > most) {
    return base::fail(what.empty()
                          ? say("it must be at most {most}", "most"_a = most)
                          : say("{what} must be at most {most}", "what"_a = what, "most"_a = most));
  }
  if (magnitude.value < least) {
    return base::fail(
        what.empty() ? say("it must be at least {least}", "least"_a = least)
                     : say("{what} must be at least {least}", "what"_a = what, "least"_a = least));
  }
  return magnitude.value;
}

std::string shown(std::string_view text) {
  constexpr size_t kLongest = 80;
  std::string out(text.substr(0, kLongest));
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  // A character cut in the middle would be shown as rubbish.
  if (text.size() > kLongest) {
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0x80u) != 0) out.pop_back();
    out += "...";
  }
  return out;
}

base::Result<uint64_t, std::string> scalar_bits(base::Scalar type, std::string_view text) {
  const std::string_view word = base::trimmed(text, " \t");
  if (word.empty())
    return base::fail(say("a value of type {type} is missing", "type"_a = base::name_of(type)));
  if (type == base::Scalar::kBool) return bool_bits(word);
  if (base::is_small_float(type)) return small_float_bits(type, word);
  if (type == base::Scalar::kFloat) return floating_bits<float, uint32_t>(type, word);
  if (type == base::Scalar::kDouble) return floating_bits<double, uint64_t>(type, word);
  return integer_bits(type, word);
}

}  // namespace warplens::launch
