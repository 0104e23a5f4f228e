// Values of a section, which have to be there.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <variant>

#include "app/study/section.hpp"

namespace warplens::tests {

inline const study::Value& value_at(const study::Section& section, const std::string& path) {
  const study::Value* value = study::find(section, path);
  REQUIRE_MESSAGE(value != nullptr, path);
  return *value;
}

inline int64_t number_at(const study::Section& section, const std::string& path) {
  const study::Value& value = value_at(section, path);
  if (const auto* number = std::get_if<int64_t>(&value.is)) return *number;
  const auto* number = std::get_if<uint64_t>(&value.is);
  REQUIRE_MESSAGE(number != nullptr, path);
  return static_cast<int64_t>(*number);
}

template <class Of>
Of at(const study::Section& section, const std::string& path) {
  const auto* of = std::get_if<Of>(&value_at(section, path).is);
  REQUIRE_MESSAGE(of != nullptr, path);
  return *of;
}

// A word, or a sentence in English.
inline std::string word_at(const study::Section& section, const std::string& path) {
  const study::Value& value = value_at(section, path);
  if (const auto* text = std::get_if<Text>(&value.is)) return text->english();
  return at<std::string>(section, path);
}

}  // namespace warplens::tests
