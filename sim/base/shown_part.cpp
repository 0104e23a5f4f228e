#include "sim/base/shown_part.hpp"

namespace warplens::base {

Span shown_part(std::string_view line, uint32_t caret) {
  constexpr uint32_t kShown = 160, kBefore = 80;  // [characters]
  const uint32_t size = static_cast<uint32_t>(line.size());
  constexpr uint32_t kWidest = 4;  // [bytes] of a character: a line of megabytes is not counted
  if (size <= kShown * kWidest && count_characters(line) <= kShown) return {0, size};
  uint32_t begin = caret, end = caret;
  for (uint32_t n = 0; n < kBefore && begin > 0; ++n) {
    while (--begin > 0 && continues_character(line[begin])) {
    }
  }
  for (uint32_t n = count_characters(line.substr(begin, caret - begin)); n < kShown && end < size;
       ++n) {
    while (++end < size && continues_character(line[end])) {
    }
  }
  return {begin, end};
}

}  // namespace warplens::base
