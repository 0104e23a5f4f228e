#include "app/session/text/number_at.hpp"

#include <charconv>

namespace warplens::gui {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_of_name(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_suffix(char c) {
  return c == 'u' || c == 'U' || c == 'l' || c == 'L';
}

}  // namespace

std::optional<NumberAt> number_at(std::string_view text, uint32_t offset) {
  const auto at = [text](size_t i) { return i < text.size() ? text[i] : ' '; };
  size_t begin = offset, end = offset;
  while (begin > 0 && is_digit(at(begin - 1))) --begin;
  while (is_digit(at(end))) ++end;
  if (begin == end) return std::nullopt;
  size_t behind = end;
  while (is_suffix(at(behind))) ++behind;
  const char before = begin > 0 ? at(begin - 1) : ' ';
  const bool is_part = is_of_name(before) || before == '.' || is_of_name(at(behind)) ||
                       at(behind) == '.' || (before == '\'' || at(behind) == '\'');
  const bool is_octal = at(begin) == '0' && end - begin > 1;
  uint32_t value = 0;
  const auto read = std::from_chars(text.data() + begin, text.data() + end, value);
  if (is_part || is_octal || read.ec != std::errc() || value > kMostNumber) return std::nullopt;
  return NumberAt{static_cast<uint32_t>(begin), static_cast<uint32_t>(end), value};
}

}  // namespace warplens::gui
