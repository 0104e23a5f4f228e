// The one number or name in which a text differs from the one before, as where it was dragged.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/base/source.hpp"

namespace warplens::scene {

struct TextChange {
  base::Span span;                      // in the text that is shown now
  std::string before, now;              // "32", "33"
  std::string before_place, now_place;  // with what is around them: "s[32][32]", "s[32][33]"
};

// Nothing where the texts are the same, or differ in more than one word of one line.
std::optional<TextChange> text_change(std::string_view before, std::string_view now);

}  // namespace warplens::scene
