#include "sim/base/text.hpp"

#include <fmt/args.h>

#include <utility>

namespace warplens {

Text Text::as_is(std::string words) {
  Text text;
  text.english_ = "{words}";
  text.values_ = std::make_shared<const std::vector<Named>>(
      std::initializer_list<Named>{{"words", std::move(words)}});
  return text;
}

std::string Text::put(bool is_in_english) const {
  if (empty()) return "";
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  if (values_ != nullptr) {
    for (const Named& named : *values_) {
      std::visit(
          [&]<class Value>(const Value& value) {
            if constexpr (std::is_same_v<Value, Text>)
              store.push_back(fmt::arg(named.name, value.put(is_in_english)));
            else
              store.push_back(fmt::arg(named.name, value));
          },
          named.value);
    }
  }
  const bool is_counted = several_ != nullptr;
  if (is_in_english) return fmt::vformat(is_counted && count_ != 1 ? several_ : english_, store);
  return fmt::vformat(
      is_counted ? base::translated(english_, several_, count_) : base::translated(english_),
      store);
}

Text together(const std::vector<Text>& sentences) {
  Text all;
  for (const Text& one : sentences) {
    if (one.empty()) continue;
    all = all.empty() ? one : to_say("{sentence} {next}", "sentence"_a = all, "next"_a = one);
  }
  return all;
}

Text list_of(const std::vector<Text>& names) {
  if (names.empty()) return {};
  Text list = names.front();
  for (size_t i = 1; i + 1 < names.size(); ++i)
    list = to_say("{list}, {name}", "list"_a = list, "name"_a = names[i]);
  if (names.size() == 1) return list;
  return to_say("{list} and {last}", "list"_a = list, "last"_a = names.back());
}

std::string Text::said() const {
  return put(false);
}

std::string Text::english() const {
  return put(true);
}

}  // namespace warplens
