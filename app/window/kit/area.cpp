#include "app/window/kit/area.hpp"

#include <algorithm>
#include <cmath>

namespace warplens::ui {

Area make_area(float x, float y, float width, float height) {
  return {ImVec2(x, y), ImVec2(x + width, y + height)};
}

Area content_area() {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size = ImGui::GetContentRegionAvail();
  return make_area(std::floor(at.x), std::floor(at.y), std::floor(size.x), std::floor(size.y));
}

bool is_hovered(const Area& area) {
  return ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
         area.contains(ImGui::GetIO().MousePos);
}

void outline(ImDrawList* list, const Area& area, ImU32 color, float thickness) {
  list->AddRect(area.min, area.max, color, 0, 0, thickness);
}

void hatch(ImDrawList* list, const Area& area, ImU32 color, float distance) {
  // Cut to the area here: a clip rectangle would be a draw call for each area.
  const float height = area.height();
  for (float x = area.min.x - height + distance / 2; x < area.max.x; x += distance) {
    const float from = std::max(0.0f, area.min.x - x), to = std::min(height, area.max.x - x);
    if (from >= to) continue;
    list->AddLine(ImVec2(x + from, area.max.y - from), ImVec2(x + to, area.max.y - to), color,
                  1.0f);
  }
}

void tip(Ui& ui, std::string_view text, float wrap) {
  ImGui::BeginTooltip();
  push_font(ui.fonts.small);
  ImGui::PushTextWrapPos(wrap > 0 ? wrap : -1);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::EndTooltip();
  ui.probe.text(text);
}

}  // namespace warplens::ui
