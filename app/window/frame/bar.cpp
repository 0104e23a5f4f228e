#include "app/window/frame/bar.hpp"

#include <algorithm>

namespace warplens::views {

int rows_of(const BarItems& items, float width) {
  int rows = 1;
  float x = 0;
  for (const BarItem& item : items) {
    if (x > 0 && x + item.width > width) {
      ++rows;
      x = 0;
    }
    x += item.width + item.gap;
  }
  return rows;
}

float button_height(const ui::Ui& ui) {
  return ui::font_size(ui.fonts.body) + ui.theme.unit;
}

void put_text(Bar& bar, ImFont* font, ImU32 color, std::string_view text, float gap) {
  const ImVec2 size = ui::text_size(font, text);
  const float room = bar.right - bar.x;
  if (room > bar.ui.theme.unit * 3) {
    ui::text_fitted(bar.ui, ImGui::GetWindowDrawList(), font, ImVec2(bar.x, bar.centre(size.y)),
                    room, color, text);
    bar.x += std::min(size.x, room) + gap;
  }
}

bool put_button(Bar& bar, std::string_view name, std::string_view label, ui::ButtonLook look,
                float gap) {
  ImGui::SetCursorScreenPos(ImVec2(bar.x, bar.centre(button_height(bar.ui))));
  bar.x += button_width(bar.ui, label) + gap;
  return ui::button(bar.ui, name, label, look);
}

bool put_button_right(Bar& bar, std::string_view name, std::string_view label,
                      ui::ButtonLook look) {
  bar.right -= button_width(bar.ui, label);
  ImGui::SetCursorScreenPos(ImVec2(bar.right, bar.centre(button_height(bar.ui))));
  const bool pressed = ui::button(bar.ui, name, label, look);
  bar.right -= bar.ui.theme.unit;
  return pressed;
}

}  // namespace warplens::views
