// A path may have blanks at its ends and " --" in it, which mean something in a script: then it is
// in quotes.
#include <algorithm>
#include <vector>

#include "app/window/platform/script_actions.hpp"
#include "sim/base/names.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::platform {

namespace {

bool is_quote(char c) {
  return c == '\'' || c == '"';
}

// Of the quoted word that the text begins with.
size_t end_of_word(std::string_view text) {
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (quote == 0 && text[i] == ' ') return i;
    if (quote == 0 && is_quote(text[i]))
      quote = text[i];
    else if (text[i] == quote)
      quote = 0;
  }
  return text.size();
}

}  // namespace

PathThenRest path_then_rest(std::string_view text) {
  const bool is_quoted = !text.empty() && is_quote(text.front());
  const size_t end = is_quoted ? end_of_word(text) : std::min(text.find(" --"), text.size());
  const std::string_view path = text.substr(0, end);
  return {is_quoted ? launch::split_words(path).front() : std::string(path),
          std::string(base::trimmed(text.substr(end), " "))};
}

std::string path_of_action(const std::string& text) {
  const bool is_quoted = !text.empty() && is_quote(text.front());
  return is_quoted && end_of_word(text) == text.size() ? launch::split_words(text).front() : text;
}

}  // namespace warplens::platform
