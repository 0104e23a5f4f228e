#include "app/gui/views/ended_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/base/say.hpp"
#include "sim/engine/expression_text.hpp"

namespace warplens::views {
namespace {

ImU32 differing_color(const ui::Theme& theme, bool is_right) {
  return ui::fade(is_right ? theme.good : theme.error, 0.35f);
}

ImU32 same_color(const ui::Theme& theme) {
  return ui::fade(theme.cell_written, 0.25f);
}

std::string title_of(const engine::EndedArray& part) {
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

std::vector<LegendEntry> legend_of(const ui::Theme& theme, const engine::EndedArray& part,
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

}  // namespace

float draw_ended_array(ui::Ui& ui, const engine::EndedArray& part, bool is_found, bool is_right,
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
  const float top = at.y + ui::font_size(ui.fonts.body) + unit * 0.5f;
  const float cell = std::min(width / static_cast<float>(part.columns), unit * 8);
  ImFont* font = ui.fonts.mono_small;
  const std::vector<uint64_t>& values = is_found ? part.found : part.expected;
  std::vector<std::string> texts;
  float widest = 0;
  for (const uint64_t bits : values) {
    texts.push_back(engine::number_text(part.element, bits));
    widest = std::max(widest, ui::text_size(font, texts.back()).x);
  }
  const bool has_values = widest + 2 <= cell;
  const float height = has_values ? ui::font_size(font) + unit * 0.5f : unit * 1.25f;
  for (size_t i = 0; i < values.size(); ++i) {
    const ImVec2 min(at.x + cell * static_cast<float>(i % part.columns),
                     top + height * static_cast<float>(i / part.columns));
    const ImVec2 max(min.x + cell - 1, min.y + height - 1);
    const bool differs = part.expected[i] != part.found[i];
    list->AddRectFilled(min, max,
                        differs ? differing_color(ui.theme, is_right) : same_color(ui.theme));
    if (!has_values) continue;
    const ImVec2 size = ui::text_size(font, texts[i]);
    ui::text_at(ui, list, font, ImVec2((min.x + max.x - size.x) / 2, (min.y + max.y - size.y) / 2),
                differs ? ui.theme.text : ui.theme.text_dim, texts[i]);
  }
  const float end = top + height * static_cast<float>(part.rows);
  if (is_behind) return end - at.y;
  draw_legend(ui, legend, ImVec2(at.x, end + unit * 0.5f));
  return end + unit * 0.5f + ui::font_size(ui.fonts.small) - at.y;
}

}  // namespace warplens::views
