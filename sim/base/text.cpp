#include "sim/base/text.hpp"

#include <fmt/args.h>

#include <span>
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

// All of them by two; empty ones are left out.
template <class Join>
static Text joined(std::span<const Text> texts, Join join) {
  Text all;
  for (const Text& one : texts) {
    if (!one.empty()) all = all.empty() ? one : join(all, one);
  }
  return all;
}

Text together(const std::vector<Text>& sentences) {
  return joined(sentences, [](const Text& all, const Text& one) {
    return to_say("{sentence} {next}", "sentence"_a = all, "next"_a = one);
  });
}

Text clauses_of(const std::vector<Text>& parts) {
  return joined(parts, [](const Text& all, const Text& one) {
    return to_say("{reasons}; {more}", "reasons"_a = all, "more"_a = one);
  });
}

static Text with_commas(std::span<const Text> names) {
  return joined(names, [](const Text& all, const Text& one) {
    return to_say("{list}, {name}", "list"_a = all, "name"_a = one);
  });
}

Text commas_between(const std::vector<Text>& names) {
  return with_commas(names);
}

Text list_of(const std::vector<Text>& names) {
  if (names.size() < 2) return with_commas(names);
  const std::span<const Text> first = std::span(names).first(names.size() - 1);
  return to_say("{list} and {last}", "list"_a = with_commas(first), "last"_a = names.back());
}

std::string Text::rendered() const {
  return put(false);
}

std::string Text::english() const {
  return put(true);
}

}  // namespace warplens
