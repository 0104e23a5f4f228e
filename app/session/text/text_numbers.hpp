// Numbers of a text that a sweep can change without the file being rewritten: macros, constants,
// whole numbers in the GPU's functions, and the padding of shared arrays.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warplens::gui {

struct TextNumber {
  std::string name;  // unique: "WIDTH", "line 12: 32", "line 4: s[32][…]", "pad of tile"
  // Bytes that the number takes; of a padding none: what is added goes there.
  uint32_t begin = 0, end = 0;
  int64_t now = 0;
  bool is_padding = false;
  // Of a number that has no name of its own; its `name` is made of these.
  uint32_t line = 0;   // 0: it has a name
  std::string around;  // where the line has an equal one: "s[32][…]", "a + 2 (2)"
};

// At most kMostTextNumbers, so that a long table does not fill the menu, in this order: macros and
// constants, paddings, numbers. Macros that -D may set (`#ifndef`) are not among them; nor are 0
// and 1, which are seldom sizes.
inline constexpr size_t kMostTextNumbers = 100;
std::vector<TextNumber> text_numbers(std::string_view text);

// The text with other values in their places.
std::string with_numbers(std::string_view text, std::vector<std::pair<TextNumber, int64_t>> values);

}  // namespace warplens::gui
