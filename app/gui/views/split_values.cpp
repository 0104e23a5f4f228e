#include "app/gui/views/split_values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/gui/scene/faulty.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

uint32_t lanes_that_differ(const scene::Moment& one, const scene::Moment& other) {
  if (one.array != other.array) return 0;
  uint32_t differing = 0;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    const scene::LaneRow &a = one.lanes[lane], &b = other.lanes[lane];
    if (a.active && b.active && a.value != b.value) differing |= 1u << lane;
  }
  return differing;
}

namespace {

constexpr float kHigh = 8;  // [units] from which the words are large

std::string words_of(const scene::Moment& moment, uint32_t differing) {
  const auto count = static_cast<uint64_t>(std::popcount(differing));
  const auto unwritten =
      static_cast<uint64_t>(std::popcount(differing & scene::lanes_at_unwritten(moment)));
  if (unwritten == 0)
    return say_count("the lanes' values: {count} differs from the other side",
                     "the lanes' values: {count} differ from the other side", count);
  return say("{count} lanes' values differ: {unwritten} read a cell that nobody has written yet",
             "count"_a = count, "unwritten"_a = unwritten);
}

}  // namespace

void draw_lane_values(ui::Ui& ui, const scene::Moment& moment, uint32_t differing,
                      const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float width = area.width() / trace::kWarpSize;
  ImFont* font = area.height() > ui.theme.unit * kHigh ? ui.fonts.title : ui.fonts.small;
  const float title = ui::font_size(font) + ui.theme.unit * 0.75f;
  ui::text_fitted(ui, list, font, area.min, area.width(), ui.theme.error,
                  words_of(moment, differing));
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    const scene::LaneRow& row = moment.lanes[lane];
    const Area cell{
        ImVec2(std::round(area.min.x + width * static_cast<float>(lane)), area.min.y + title),
        ImVec2(std::round(area.min.x + width * static_cast<float>(lane + 1)) - 1, area.max.y)};
    const bool differs = (differing >> lane & 1) != 0;
    list->AddRectFilled(cell.min, cell.max,
                        differs ? ui::fade(ui.theme.error, 0.45f) : ui.theme.panel_raised);
    if (row.active)
      draw_label(ui, list, cell, differs ? ui.theme.text : ui.theme.text_dim, row.value,
                 smallest_letters(ui) - 2);
  }
}

}  // namespace warplens::views
