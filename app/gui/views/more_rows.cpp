#include "app/gui/views/more_rows.hpp"

#include "sim/base/say.hpp"

namespace warplens::views {

Rect more_rows_strip(const ui::Ui& ui) {
  const ImVec2 pos = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float height = ui::font_size(ui.fonts.small) + ui.theme.unit * 0.75f;
  return {ImVec2(pos.x, pos.y + size.y - height), ImVec2(size.x, height)};
}

void press_more_rows(ui::Ui& ui, std::string_view name, const Rect& strip) {
  if (ui::hit(ui, name, strip.pos, strip.max()))
    ImGui::SetScrollY(ImGui::GetScrollY() + strip.pos.y - ImGui::GetWindowPos().y);
}

void draw_more_rows(ui::Ui& ui, const Rect& strip, size_t count) {
  const ui::Theme& theme = ui.theme;
  const ImVec2 min = strip.pos, max = strip.max();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(min, max, theme.panel, 0, 0);
  ui::text_at(ui, list, ui.fonts.small, ImVec2(min.x, min.y + theme.unit * 0.5f), theme.accent,
              say_count("↓ {count} more row", "↓ {count} more rows", count));
}

}  // namespace warplens::views
