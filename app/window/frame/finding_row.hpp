// A row of the findings panel as plain data.
#pragma once

#include <string>
#include <vector>

#include "app/window/access/panel_text.hpp"

namespace warplens::views {

// Words that are clicked as one, and what a click does.
struct FindingRow {
  std::string name;
  std::vector<ColoredText> texts;
  float indent = 0, gap = 0.25f;  // [units] before it, and below
  gui::Actions does = {};
};
using FindingRows = std::vector<FindingRow>;

inline constexpr float kInnerRow = 2;        // [units] the indent of what belongs to the row above
inline constexpr float kBetweenRows = 0.5f;  // [units] below what belongs together

}  // namespace warplens::views
