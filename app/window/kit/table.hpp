// A table of words and numbers below small heads: the first column flush left, the others right.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/kit/ui.hpp"

namespace warplens::ui {

struct Table {
  std::vector<std::string> heads;               // with units
  std::vector<std::vector<std::string>> rows;   // as long
  std::optional<size_t> chosen = std::nullopt;  // in the accent's colour
  // Where rows can be pressed: "NAME.0", what a press does.
  std::string_view widget = "", tooltip = "";
};

ImVec2 table_size(const Ui& ui, const Table& table);  // [pixels]
// The row that is pressed, which is lit under the pointer.
std::optional<size_t> draw_table(Ui& ui, const Table& table, ImVec2 at);

}  // namespace warplens::ui
