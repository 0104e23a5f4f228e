// What pictures are marked with beside their colours.
#include <algorithm>

#include "app/window/access/picture.hpp"

namespace warplens::views {

void draw_judged_mark(ImDrawList* list, const Area& area, scene::Judgement judgement, ImU32 color,
                      float distance) {
  if (judgement == scene::Judgement::kWaste) hatch(list, area, color, distance);
  if (judgement != scene::Judgement::kError) return;
  const float side = std::min(area.width(), area.height()) * 0.7f;
  const ImVec2 middle((area.min.x + area.max.x) / 2,
                      area.max.y - std::min(area.width(), area.height()) / 2);
  const ImVec2 min(middle.x - side / 2, middle.y - side / 2),
      max(middle.x + side / 2, middle.y + side / 2);
  const float thick = std::max(1.0f, side * 0.16f);
  list->AddLine(min, max, color, thick);
  list->AddLine(ImVec2(min.x, max.y), ImVec2(max.x, min.y), color, thick);
}

void mark_outside(const PictureContext& p, const Area& cell, uint32_t lanes) {
  if ((p.moment.access.mask & p.moment.access.out_of_bounds & lanes) == 0) return;
  outline(p.list, cell, p.ui.theme.error, std::max(1.0f, 1.5f * p.ui.scale));
  draw_judged_mark(p.list, cell, scene::Judgement::kError, p.ui.theme.error, 0);
  p.ui.probe.widget("outside", cell.min, cell.max);
}

}  // namespace warplens::views
