#include "app/window/source/window_words.hpp"

#include <array>
#include <string_view>

#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

// Those of which the form has a field.
constexpr std::array<std::string_view, 8> kOptions{"--kernel",  "--grid", "--block", "--shared",
                                                   "--include", "--arg",  "-D",      "-I"};

// Where one of them is a word of the text, and which; npos: nowhere.
size_t find_option(std::string_view text, size_t from, std::string_view& option) {
  size_t first = std::string_view::npos;
  for (const std::string_view one : kOptions) {
    for (size_t at = text.find(one, from); at < first; at = text.find(one, at + 1)) {
      const size_t end = at + one.size();
      const bool begins = at == 0 || text[at - 1] == ' ';
      const bool ends = end == text.size() || text[end] == ' ' || text[end] == ',';
      if (!begins || !ends) continue;
      first = at;
      option = one;
      break;
    }
  }
  return first;
}

}  // namespace

std::string in_window_words(const std::string& message) {
  std::string words = message;
  const std::string launch = label("the launch");
  std::string_view option;
  for (size_t at = find_option(words, 0, option); at != std::string::npos;
       at = find_option(words, at + launch.size(), option))
    words.replace(at, option.size(), launch);
  return words;
}

std::string window_hint(const std::string& hint) {
  std::string_view option;
  if (find_option(hint, 0, option) == std::string::npos) return hint;
  return label("The button Launch, above, is where that is said.");
}

}  // namespace warplens::views
