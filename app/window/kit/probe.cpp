// The probe: what was drawn in this frame, by name and by text. It costs a string a text, which is
// nothing beside drawing it, and so it is always on; a script then sees exactly what a person sees.
#include <imgui_internal.h>

#include <algorithm>

#include "app/window/kit/ui.hpp"

namespace warplens::ui {

void Probe::begin_frame() {
  widgets_.clear();
  texts_.clear();
  parts_.clear();
}

void Probe::widget(std::string_view name, ImVec2 min, ImVec2 max) {
  const ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 clip_min = list->GetClipRectMin();
  const ImVec2 clip_max = list->GetClipRectMax();
  WidgetRect rect;
  rect.name = std::string(name);
  rect.min = ImVec2(std::max(min.x, clip_min.x), std::max(min.y, clip_min.y));
  rect.max = ImVec2(std::min(max.x, clip_max.x), std::min(max.y, clip_max.y));
  rect.visible = rect.min.x < rect.max.x && rect.min.y < rect.max.y;
  widgets_.push_back(std::move(rect));
}

void Probe::text(std::string_view text) {
  if (text.empty()) return;
  texts_.emplace_back().text = std::string(text);
}

void Probe::text(DrawnText text) {
  if (text.text.empty()) return;
  const ImDrawList* list = ImGui::GetWindowDrawList();
  text.clip_min = list->GetClipRectMin();
  text.clip_max = list->GetClipRectMax();
  // A window without scrollbars that the wheel does not move either hides what is beyond its edge.
  const ImGuiWindow& window = *ImGui::GetCurrentWindowRead();
  constexpr ImGuiWindowFlags kFixed =
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  const bool is_fixed = (window.Flags & kFixed) == kFixed;
  text.scrolls_x = !is_fixed && ImGui::GetScrollMaxX() > 0;
  text.scrolls_y = is_scrolled_ || (!is_fixed && ImGui::GetScrollMaxY() > 0);
  text.layer = window.RootWindow;
  texts_.push_back(std::move(text));
}

// The last one of a name counts: a popup is drawn after what it covers.
const WidgetRect* Probe::find(std::string_view name) const {
  const auto found = std::find_if(widgets_.rbegin(), widgets_.rend(),
                                  [&](const WidgetRect& rect) { return rect.name == name; });
  return found == widgets_.rend() ? nullptr : &*found;
}

bool Probe::has_text(std::string_view part) const {
  return std::any_of(texts_.begin(), texts_.end(), [&](const DrawnText& text) {
    return text.text.find(part) != std::string::npos;
  });
}

void Probe::part(std::string_view text, ImU32 color) {
  parts_.emplace_back(std::string(text), color);
}

bool Probe::has_colored(std::string_view text, ImU32 color) const {
  const auto is_one = [&](const std::string& drawn, ImU32 its) {
    return its == color && drawn.find(text) != std::string::npos;
  };
  return std::any_of(texts_.begin(), texts_.end(),
                     [&](const DrawnText& drawn) { return is_one(drawn.text, drawn.color); }) ||
         std::any_of(parts_.begin(), parts_.end(),
                     [&](const auto& part) { return is_one(part.first, part.second); });
}

}  // namespace warplens::ui
