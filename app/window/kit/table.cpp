#include "app/window/kit/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/window/kit/area.hpp"

namespace warplens::ui {
namespace {

float row_height(const Ui& ui) {
  return font_size(ui.fonts.body) * 1.45f;
}

float head_height(const Ui& ui) {
  return font_size(ui.fonts.small) * 1.5f;
}

float gap_of_columns(const Ui& ui) {
  return ui.theme.unit * 3;
}

std::vector<float> column_widths(const Ui& ui, const Table& table) {
  std::vector<float> widths;
  for (size_t i = 0; i < table.heads.size(); ++i) {
    float width = text_size(ui.fonts.small, table.heads[i]).x;
    for (const std::vector<std::string>& row : table.rows)
      width = std::max(width, text_size(ui.fonts.body, row[i]).x);
    widths.push_back(width);
  }
  return widths;
}

void draw_cells(Ui& ui, const std::vector<std::string>& cells, const std::vector<float>& widths,
                ImFont* font, ImU32 color, ImVec2 at) {
  for (size_t i = 0; i < cells.size(); ++i) {
    const float indent = i == 0 ? 0 : widths[i] - text_size(font, cells[i]).x;
    text_at(ui, ImGui::GetWindowDrawList(), font, ImVec2(at.x + indent, at.y), color, cells[i]);
    at.x += widths[i] + gap_of_columns(ui);
  }
}

}  // namespace

ImVec2 table_size(const Ui& ui, const Table& table) {
  float width = -gap_of_columns(ui);
  for (const float column : column_widths(ui, table)) width += column + gap_of_columns(ui);
  return {std::max(width, 0.0f),
          head_height(ui) + row_height(ui) * static_cast<float>(table.rows.size())};
}

std::optional<size_t> draw_table(Ui& ui, const Table& table, ImVec2 at) {
  const std::vector<float> widths = column_widths(ui, table);
  const float width = table_size(ui, table).x;
  std::optional<size_t> pressed;
  draw_cells(ui, table.heads, widths, ui.fonts.small, ui.theme.text_dim, at);
  at.y += head_height(ui);
  for (size_t i = 0; i < table.rows.size(); ++i, at.y += row_height(ui)) {
    if (!table.widget.empty()) {
      const Area row = make_area(at.x, at.y, width, row_height(ui));
      if (hit(ui, fmt::format("{}.{}", table.widget, i), row.min, row.max)) pressed = i;
      if (ImGui::IsItemHovered())
        ImGui::GetWindowDrawList()->AddRectFilled(row.min, row.max, fade(ui.theme.accent, 0.12f));
      tooltip(ui, table.tooltip);
    }
    draw_cells(ui, table.rows[i], widths, ui.fonts.body,
               table.chosen == i ? ui.theme.accent : ui.theme.text, at);
  }
  return pressed;
}

}  // namespace warplens::ui
