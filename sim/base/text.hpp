// A sentence that is rendered later: its English text with named placeholders, and their values.
//
//   Text text = to_say("{count} wavefronts instead of {ideal}", "count"_a = 32, "ideal"_a = 1);
//   text.rendered();     // in the language that is spoken
//   text.english();  // for programs, which get the same in any language
//
// A value can be such a text itself.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "sim/base/say.hpp"

namespace warplens {

class Text {
 public:
  struct Named;

  Text() = default;  // empty: renders as ""
  Text(Sentence text) : english_(text.english) {}
  // A name, or words from elsewhere: the same in any language.
  static Text as_is(std::string words);

  bool empty() const { return english_ == nullptr; }
  std::string rendered() const;
  std::string english() const;

  template <class... Values>
  friend Text to_say(fmt::format_string<Values...> english, Values&&... values);
  template <class... Values>
  friend Text to_say_count(fmt::format_string<Count, Values...> one,
                           fmt::format_string<Count, Values...> several, uint64_t count,
                           Values&&... values);

 private:
  std::string put(bool is_in_english) const;

  const char* english_ = nullptr;  // of the program's literals
  const char* several_ = nullptr;  // its other form, where it depends on a number
  uint64_t count_ = 0;             // that number
  std::shared_ptr<const std::vector<Named>> values_;
};

struct Text::Named {
  const char* name;
  std::variant<int64_t, uint64_t, double, std::string, Text> value;
};

namespace base {

template <class Argument>
Text::Named named_value(const Argument& argument) {
  using Value = std::remove_cvref_t<decltype(argument.value)>;
  if constexpr (std::same_as<Value, Text>) {
    return {argument.name, argument.value};
  } else if constexpr (std::floating_point<Value>) {
    return {argument.name, static_cast<double>(argument.value)};
  } else if constexpr (std::unsigned_integral<Value>) {
    return {argument.name, static_cast<uint64_t>(argument.value)};
  } else if constexpr (std::integral<Value>) {
    return {argument.name, static_cast<int64_t>(argument.value)};
  } else {
    return {argument.name, std::string(std::string_view(argument.value))};
  }
}

}  // namespace base

template <class... Values>
Text to_say(fmt::format_string<Values...> english, Values&&... values) {
  Text text;
  text.english_ = english_of(english).data();
  text.values_ = std::make_shared<const std::vector<Text::Named>>(
      std::initializer_list<Text::Named>{base::named_value(values)...});
  return text;
}

// One of two texts by a number that both name as {count}; further values follow.
template <class... Values>
Text to_say_count(fmt::format_string<Count, Values...> one,
                  fmt::format_string<Count, Values...> several, uint64_t count,
                  Values&&... values) {
  const auto named = "count"_a = count;
  Text text;
  text.english_ = english_of(one).data();
  text.several_ = english_of(several).data();
  text.count_ = count;
  text.values_ = std::make_shared<const std::vector<Text::Named>>(
      std::initializer_list<Text::Named>{base::named_value(named), base::named_value(values)...});
  return text;
}

// Sentences one after another, as one text; empty ones are left out.
Text together(const std::vector<Text>& sentences);

// Parts of one sentence, "a; b; c", and a plain list, "a, b, c"; empty of nothing.
Text clauses_of(const std::vector<Text>& parts);
Text commas_between(const std::vector<Text>& names);

// "m", "m and n", "m, n and p"; empty of nothing.
Text list_of(const std::vector<Text>& names);

}  // namespace warplens

template <>
struct fmt::formatter<warplens::Text> : fmt::formatter<std::string> {
  template <class Context>
  auto format(const warplens::Text& text, Context& context) const {
    return fmt::formatter<std::string>::format(text.rendered(), context);
  }
};
