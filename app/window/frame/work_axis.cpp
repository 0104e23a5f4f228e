#include "app/window/frame/timeline.hpp"

#include <cmath>
#include <string>

#include "app/study/counts.hpp"
#include "app/study/format.hpp"

namespace warplens::views {
namespace {

// The first number has the unit.
std::string tick_text(scene::Axis axis, uint64_t units) {
  const std::string number = study::grouped(units);
  if (units != 0) return number;
  const std::optional<scene::Work> work = scene::work_of(axis);
  return work ? study::counted(scene::measure_of(*work), units).rendered() : number;
}

}  // namespace

uint64_t tick_distance(float unit_width, float room) {
  for (uint64_t ten = 1; ten < (uint64_t{1} << 50); ten *= 10) {
    for (const uint64_t factor : {1, 2, 5}) {
      if (static_cast<float>(ten * factor) * unit_width >= room) return ten * factor;
    }
  }
  return uint64_t{1} << 50;
}

void draw_work_axis(ui::Ui& ui, ImDrawList* list, const TimeScale& scale, float units,
                    scene::Axis axis, float top) {
  if (scale.work == nullptr) return;
  ImFont* font = ui.fonts.small;
  const float room = ui::text_size(font, tick_text(axis, 0)).x + ui.theme.unit * 2;
  const uint64_t distance = tick_distance(scale.unit_width(), room);
  const auto first = static_cast<uint64_t>(std::ceil(std::max(scale.first, 0.0f)));
  const float end = scale.left + scale.width, tick = ui.theme.unit * 0.4f;
  for (uint64_t unit = (first + distance - 1) / distance * distance;
       static_cast<float>(unit) <= units; unit += distance) {
    const float x = scale.left + (static_cast<float>(unit) - scale.first) * scale.unit_width();
    const std::string text = tick_text(axis, unit);
    const ImVec2 size = ui::text_size(font, text);
    if (x + tick + size.x > end) return;
    // Over the lines of barriers.
    list->AddRectFilled(ImVec2(x, top), ImVec2(x + tick + size.x + tick, top + size.y),
                        ui.theme.panel);
    list->AddRectFilled(ImVec2(x, top), ImVec2(x + ui.scale, top + ui::font_size(font)),
                        ui.theme.text_faint);
    ui::text_at(ui, list, font, ImVec2(x + tick, top), ui.theme.text_dim, text);
  }
}

}  // namespace warplens::views
