#include "app/scene/words/text_change.hpp"

#include <algorithm>
#include <cctype>

#include "sim/base/names.hpp"

namespace warplens::scene {
namespace {

constexpr size_t kMostLetters = 24;  // of what is named

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

// An array with its subscripts or extents.
bool is_of_place(char c) {
  return is_of_word(c) || c == '[' || c == ']';
}

// [begin, end) of a text, widened as long as letters belong to it.
struct Part {
  std::string_view text;
  size_t begin = 0, end = 0;

  template <typename Belongs>
  Part widened(Belongs belongs) const {
    Part part = *this;
    while (part.begin > 0 && belongs(text[part.begin - 1])) --part.begin;
    while (part.end < text.size() && belongs(text[part.end])) ++part.end;
    return part;
  }
  std::string_view view() const { return text.substr(begin, end - begin); }
};

// The array that it is in, or its line, where these are short; else the word itself.
std::string place_of(const Part& word) {
  const std::string_view array = word.widened(is_of_place).view();
  if (array != word.view() && array.size() <= kMostLetters) return std::string(array);
  const std::string_view line =
      base::trimmed(word.widened([](char c) { return c != '\n'; }).view(), " \t\r");
  return std::string(line.size() <= kMostLetters ? line : word.view());
}

}  // namespace

std::optional<TextChange> text_change(std::string_view before, std::string_view now) {
  if (before == now) return std::nullopt;
  const size_t least = std::min(before.size(), now.size());
  size_t begin = 0, same_end = 0;
  while (begin < least && before[begin] == now[begin]) ++begin;
  while (same_end < least - begin &&
         before[before.size() - 1 - same_end] == now[now.size() - 1 - same_end])
    ++same_end;
  const Part one = Part{before, begin, before.size() - same_end}.widened(is_of_word);
  const Part other = Part{now, begin, now.size() - same_end}.widened(is_of_word);
  for (const Part& part : {one, other}) {
    const std::string_view text = part.view();
    const bool is_word = !text.empty() && std::all_of(text.begin(), text.end(), is_of_word);
    if (!is_word || text.size() > kMostLetters) return std::nullopt;
  }
  return TextChange{{static_cast<uint32_t>(other.begin), static_cast<uint32_t>(other.end)},
                    std::string(one.view()),
                    std::string(other.view()),
                    place_of(one),
                    place_of(other)};
}

}  // namespace warplens::scene
