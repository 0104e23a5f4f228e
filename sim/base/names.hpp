// Names: in a text that is not taken apart into tokens, without the blanks around them, and as
// keys.
#pragma once

#include <algorithm>
#include <functional>
#include <string_view>

namespace warplens::base {

// For tables that are looked up by a string_view.
struct NameHash {
  using is_transparent = void;
  size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
};

constexpr bool is_name_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Without the characters of `blanks` at its ends; a part of `text`, empty where it is nothing else.
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// The name occurs in the text, not as a part of a longer one.
inline bool holds_name(std::string_view text, std::string_view name) {
  for (size_t found = text.find(name); found != std::string_view::npos;
       found = text.find(name, found + 1)) {
    const size_t end = found + name.size();
    if ((found == 0 || !is_name_character(text[found - 1])) &&
        (end == text.size() || !is_name_character(text[end]))) {
      return true;
    }
  }
  return false;
}

}  // namespace warplens::base
