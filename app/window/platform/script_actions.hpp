// What actions of a script share: their ends, numbers, and those that only look.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/window/platform/headless.hpp"

namespace warplens::platform {

inline ScriptEnd good() {
  return {};
}
inline ScriptEnd failed(std::string message) {
  return {1, std::move(message)};
}
inline ScriptEnd mistake(std::string message) {
  return {2, std::move(message)};
}

// The whole text as a number; nothing: it is none.
template <class Number>
std::optional<Number> number_of(const std::string& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                  : std::nullopt;
}

// The path that an action's text begins with, up to " --", or as launch::quoted() writes it; then
// what is behind it, without blanks around it.
struct PathThenRest {
  std::string path, rest;
};
PathThenRest path_then_rest(std::string_view text);
// Of an action that takes a path and nothing else; it may be quoted, too.
std::string path_of_action(const std::string& text);

// `assert`, `assert-widget` and so on: failed() where it is not drawn so.
ScriptEnd assert_text(Headless& window, const std::string& text);
ScriptEnd assert_no_text(Headless& window, const std::string& text);
ScriptEnd assert_widget(Headless& window, const std::string& name);
ScriptEnd assert_no_widget(Headless& window, const std::string& name);
ScriptEnd assert_readable(Headless& window, const std::string& rest);
// "30": nothing in sight has letters or digits lower than so much of the height.
ScriptEnd assert_letters(Headless& window, const std::string& rest);
// "waste 8 sectors": a text or a part of one with these words is drawn in that colour.
ScriptEnd assert_color(Headless& window, const std::string& rest);
// No text that contains these words is in that colour.
ScriptEnd assert_not_color(Headless& window, const std::string& rest);

}  // namespace warplens::platform
