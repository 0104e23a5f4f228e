#include "app/window/pages/edited/edited.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/window/access/picture.hpp"
#include "sim/base/say.hpp"
#include "sim/replay/expression_text.hpp"

namespace warplens::views {
namespace {

ImU32 differing_color(const ui::Theme& theme, bool is_right) {
  return ui::fade(is_right ? theme.good : theme.error, 0.35f);
}

ImU32 same_color(const ui::Theme& theme) {
  return ui::fade(theme.cell_written, 0.25f);
}

std::string title_of(const whatif::EndedArray& part) {
  if (part.is_all) return say("{array} at the end", "array"_a = part.array);
  return say("{array} at the end, rows {row} to {last_row}, columns {column} to {last_column}",
             "array"_a = part.array, "row"_a = part.first_row,
             "last_row"_a = part.first_row + part.rows - 1, "column"_a = part.first_column,
             "last_column"_a = part.first_column + part.columns - 1);
}

// What a colour means.
struct LegendEntry {
  ImU32 color;
  std::string text;
};

std::vector<LegendEntry> legend_of(const ui::Theme& theme, const whatif::EndedArray& part,
                                   bool is_right) {
  size_t differing = 0;
  for (size_t i = 0; i < part.found.size(); ++i) differing += part.expected[i] != part.found[i];
  std::vector<LegendEntry> entries;
  if (differing > 0) entries.push_back({differing_color(theme, is_right), say("differs")});
  if (differing < part.found.size())
    entries.push_back({same_color(theme), say("the same on both sides")});
  return entries;
}

float legend_width(const ui::Ui& ui, const std::vector<LegendEntry>& entries) {
  float width = 0;
  for (const LegendEntry& entry : entries)
    width += ui::font_size(ui.fonts.small) + ui.theme.unit * 2 +
             ui::text_size(ui.fonts.small, entry.text).x;
  return width;
}

void draw_legend(ui::Ui& ui, const std::vector<LegendEntry>& entries, ImVec2 at) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float box = ui::font_size(ui.fonts.small), unit = ui.theme.unit;
  for (const LegendEntry& entry : entries) {
    list->AddRectFilled(at, ImVec2(at.x + box, at.y + box), entry.color);
    at.x += box + unit * 0.5f;
    ui::text_at(ui, list, ui.fonts.small, at, ui.theme.text_dim, entry.text);
    at.x += ui::text_size(ui.fonts.small, entry.text).x + unit * 1.5f;
  }
}

// A cell's size, and what the indices beside and above the cells take [pixels].
struct CellsLayout {
  float width = 0, height = 0;
  float row_numbers = 0, column_numbers = 0;
  std::vector<std::string> texts;  // empty where not all have room
};

// Cells are square where their values have no room.
CellsLayout layout_cells(const ui::Ui& ui, const whatif::EndedArray& part, bool is_found,
                         float width) {
  const float unit = ui.theme.unit;
  ImFont* font = ui.fonts.mono_small;
  CellsLayout cells;
  const std::string last = fmt::format("{} ", part.first_row + part.rows - 1);
  if (part.rows > 1) cells.row_numbers = ui::text_size(font, last).x;
  cells.column_numbers = ui::font_size(font) + 1;
  cells.width = std::min((width - cells.row_numbers) / static_cast<float>(part.columns), unit * 8);
  float widest = 0;
  for (const uint64_t bits : is_found ? part.found : part.expected) {
    cells.texts.push_back(replay::number_text(part.element, bits));
    widest = std::max(widest, ui::text_size(font, cells.texts.back()).x);
  }
  if (widest + 2 <= cells.width) {
    cells.height = ui::font_size(font) + unit * 0.5f;
    return cells;
  }
  cells.texts.clear();
  cells.width = cells.height = std::min(cells.width, unit * 1.5f);
  return cells;
}

void draw_numbers(ui::Ui& ui, const whatif::EndedArray& part, const CellsLayout& cells,
                  ImVec2 origin) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.mono_small;
  const float letters = ui::font_size(font);
  const std::string longest = fmt::format("{} ", part.first_column + part.columns - 1);
  const uint64_t across = label_step(cells.width, ui::text_size(font, longest).x);
  for (uint64_t column = 0; column < part.columns; column += across) {
    const std::string text = fmt::format("{}", part.first_column + column);
    const float middle = origin.x + cells.width * (static_cast<float>(column) + 0.5f);
    ui::text_at(ui, list, font,
                ImVec2(middle - ui::text_size(font, text).x / 2, origin.y - letters - 1),
                ui.theme.text_faint, text);
  }
  if (part.rows < 2) return;
  const uint64_t down = label_step(cells.height, letters);
  for (uint64_t row = 0; row < part.rows; row += down) {
    const std::string text = fmt::format("{} ", part.first_row + row);
    const float middle = origin.y + cells.height * (static_cast<float>(row) + 0.5f);
    ui::text_at(ui, list, font,
                ImVec2(origin.x - ui::text_size(font, text).x, middle - letters / 2),
                ui.theme.text_faint, text);
  }
}

void draw_values(ui::Ui& ui, const whatif::EndedArray& part, const CellsLayout& cells,
                 ImVec2 origin, bool is_right) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (size_t i = 0; i < part.found.size(); ++i) {
    const ImVec2 min(origin.x + cells.width * static_cast<float>(i % part.columns),
                     origin.y + cells.height * static_cast<float>(i / part.columns));
    const ImVec2 max(min.x + cells.width - 1, min.y + cells.height - 1);
    const bool differs = part.expected[i] != part.found[i];
    list->AddRectFilled(min, max,
                        differs ? differing_color(ui.theme, is_right) : same_color(ui.theme));
    if (cells.texts.empty()) continue;
    const ImVec2 size = ui::text_size(ui.fonts.mono_small, cells.texts[i]);
    ui::text_at(ui, list, ui.fonts.mono_small,
                ImVec2((min.x + max.x - size.x) / 2, (min.y + max.y - size.y) / 2),
                differs ? ui.theme.text : ui.theme.text_dim, cells.texts[i]);
  }
}

}  // namespace

float draw_ended_array(ui::Ui& ui, const whatif::EndedArray& part, bool is_found, bool is_right,
                       ImVec2 at, float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit;
  const std::string title = title_of(part);
  ui::text_fitted(ui, list, ui.fonts.body, at, width, ui.theme.text_dim, title);
  const std::vector<LegendEntry> legend = legend_of(ui.theme, part, is_right);
  // Behind the title, or where that is too long, below the cells.
  const float title_end = ui::text_size(ui.fonts.body, title).x + unit * 3;
  const bool is_behind = title_end + legend_width(ui, legend) <= width;
  if (is_behind) draw_legend(ui, legend, ImVec2(at.x + title_end, at.y + unit * 0.25f));
  const CellsLayout cells = layout_cells(ui, part, is_found, width);
  const ImVec2 origin(at.x + cells.row_numbers,
                      at.y + ui::font_size(ui.fonts.body) + unit * 0.5f + cells.column_numbers);
  draw_numbers(ui, part, cells, origin);
  draw_values(ui, part, cells, origin, is_right);
  const float end = origin.y + cells.height * static_cast<float>(part.rows);
  if (is_behind) return end - at.y;
  draw_legend(ui, legend, ImVec2(at.x, end + unit * 0.5f));
  return end + unit * 0.5f + ui::font_size(ui.fonts.small) - at.y;
}

}  // namespace warplens::views
