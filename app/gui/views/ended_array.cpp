#include "app/gui/views/ended_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/base/say.hpp"
#include "sim/engine/expression_text.hpp"

namespace warplens::views {
namespace {

std::string title_of(const engine::EndedArray& part) {
  if (part.is_all) return say("{array} at the end", "array"_a = part.array);
  return say("{array} at the end, rows {row} to {last_row}, columns {column} to {last_column}",
             "array"_a = part.array, "row"_a = part.first_row,
             "last_row"_a = part.first_row + part.rows - 1, "column"_a = part.first_column,
             "last_column"_a = part.first_column + part.columns - 1);
}

}  // namespace

float draw_ended_array(ui::Ui& ui, const engine::EndedArray& part, bool is_found, bool is_right,
                       ImVec2 at, float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit;
  ui::text_fitted(ui, list, ui.fonts.body, at, width, ui.theme.text_dim, title_of(part));
  const float top = at.y + ui::font_size(ui.fonts.body) + unit * 0.5f;
  const float cell = std::min(width / static_cast<float>(part.columns), unit * 8);
  ImFont* font = ui.fonts.mono_small;
  const float height = ui::font_size(font) + unit * 0.5f;
  const std::vector<uint64_t>& values = is_found ? part.found : part.expected;
  std::vector<std::string> texts;
  float widest = 0;
  for (const uint64_t bits : values) {
    texts.push_back(engine::number_text(part.element, bits));
    widest = std::max(widest, ui::text_size(font, texts.back()).x);
  }
  const bool has_values = widest + 2 <= cell;
  for (size_t i = 0; i < values.size(); ++i) {
    const ImVec2 min(at.x + cell * static_cast<float>(i % part.columns),
                     top + height * static_cast<float>(i / part.columns));
    const ImVec2 max(min.x + cell - 1, min.y + height - 1);
    const bool differs = part.expected[i] != part.found[i];
    const ImU32 lit = is_right ? ui.theme.good : ui.theme.error;
    list->AddRectFilled(min, max,
                        differs ? ui::fade(lit, 0.35f) : ui::fade(ui.theme.cell_written, 0.25f));
    if (!has_values) continue;
    const ImVec2 size = ui::text_size(font, texts[i]);
    ui::text_at(ui, list, font, ImVec2((min.x + max.x - size.x) / 2, (min.y + max.y - size.y) / 2),
                differs ? ui.theme.text : ui.theme.text_dim, texts[i]);
  }
  return top - at.y + height * static_cast<float>(part.rows);
}

}  // namespace warplens::views
