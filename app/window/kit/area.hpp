// Rectangles, and what is drawn into one whatever it shows.
#pragma once

#include <imgui.h>

#include "app/window/kit/ui.hpp"

namespace warplens::ui {

struct Area {
  ImVec2 min, max;
  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  ImVec2 center() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
  bool contains(ImVec2 p) const {
    return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y;
  }
};
Area make_area(float x, float y, float width, float height);
// What is left of the current panel, from the cursor.
Area content_area();
// Whether the pointer rests on the area and nothing is above it.
bool is_hovered(const Area& area);

void outline(ImDrawList* list, const Area& area, ImU32 color, float thickness);
// Diagonal lines over the area.
void hatch(ImDrawList* list, const Area& area, ImU32 color, float distance);
inline constexpr float kTipWidth = 44;  // [units] that a sentence in one takes at most
// Small tooltip at the pointer, broken to `wrap` [pixels] where that is not 0.
void tip(Ui& ui, std::string_view text, float wrap = 0);
// Where the pointer rests since it pressed: what the press has brought must not be covered.
bool rests_after_press();

}  // namespace warplens::ui
