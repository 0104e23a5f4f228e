#include "sim/base/visible.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace warplens::base {
namespace {

struct CodePoint {
  uint32_t value = 0;
  size_t bytes = 1;
  bool is_valid = true;
};

// The character at the text's beginning. Overlong forms, surrogates and cut sequences are not valid
// and one byte long.
CodePoint first_character(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {lead, 1, false};
  uint32_t value = lead & (0xFFu >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {lead, 1, false};
    value = value << 6 | (byte(i) & 0x3Fu);
  }
  constexpr std::array<uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kLeast[bytes] || value > 0x10FFFF || is_surrogate) return {lead, 1, false};
  return {value, bytes, true};
}

// What is obeyed and not drawn.
bool is_control(uint32_t c) {
  if (c < 0x20) return c != '\t' && c != '\n';
  return (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool is_plain(char c) {
  return (c >= 0x20 && c < 0x7F) || c == '\t' || c == '\n';
}

}  // namespace

std::string visible(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    size_t plain = 0;
    while (plain < text.size() && is_plain(text[plain])) ++plain;
    shown += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const CodePoint c = first_character(text);
    if (c.is_valid && !is_control(c.value)) {
      shown += text.substr(0, c.bytes);
    } else {
      // As JSON, too, writes what is no single byte.
      const bool is_byte = !c.is_valid || c.value < 0x20;
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), is_byte ? "\\x%02x" : "\\u%04x", c.value);
      shown += escape.data();
    }
    text.remove_prefix(c.bytes);
  }
  return shown;
}

bool is_visible_as_is(std::string_view text) {
  while (!text.empty()) {
    const CodePoint c = first_character(text);
    if (!c.is_valid || is_control(c.value)) return false;
    text.remove_prefix(c.bytes);
  }
  return true;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const CodePoint c = first_character(text);
    if (!c.is_valid) return false;
    text.remove_prefix(c.bytes);
  }
  return true;
}

}  // namespace warplens::base
