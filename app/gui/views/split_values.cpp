#include "app/gui/views/split_values.hpp"

#include <algorithm>
#include <bit>

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

std::string words_of(uint32_t unwritten, uint32_t differing) {
  const auto count = static_cast<uint64_t>(std::popcount(differing));
  const std::string others =
      say_count("the lanes' values: {count} differs from the other side",
                "the lanes' values: {count} differ from the other side", count);
  if (unwritten == 0) return others;
  return say_count("{count} lane reads a cell that nobody has written yet",
                   "{count} lanes read a cell that nobody has written yet",
                   static_cast<uint64_t>(std::popcount(unwritten))) +
         "; " + others;
}

}  // namespace

void draw_lane_values(ui::Ui& ui, const scene::Moment& moment, const scene::Moment* other,
                      uint32_t differing, const Area& area) {
  const uint32_t unwritten = scene::lanes_at_unwritten(moment);
  const bool is_other_wrong = other != nullptr && scene::lanes_at_unwritten(*other) != 0;
  const uint32_t wrong = unwritten != 0 || is_other_wrong ? unwritten : differing;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float width = area.width() / trace::kWarpSize;
  ImFont* font = area.height() > ui.theme.unit * kHigh ? ui.fonts.title : ui.fonts.small;
  const float title = ui::font_size(font) + ui.theme.unit * 0.75f;
  ui::text_fitted(ui, list, font, area.min, area.width(),
                  wrong != 0 ? ui.theme.error : ui.theme.text, words_of(unwritten, differing));
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    const scene::LaneRow& row = moment.lanes[lane];
    const Area cell = row_cell(area.min.x, width, lane, area.min.y + title, area.max.y);
    const bool is_wrong = (wrong >> lane & 1) != 0, differs = (differing >> lane & 1) != 0;
    list->AddRectFilled(cell.min, cell.max,
                        is_wrong ? ui::fade(ui.theme.error, 0.45f) : ui.theme.panel_raised);
    if (differs && !is_wrong) outline(list, cell, ui.theme.text_dim, 1);
    if (!row.active) continue;
    const bool is_unwritten = (unwritten >> lane & 1) != 0;  // nobody knows what is there
    draw_label(ui, list, cell, is_wrong || differs ? ui.theme.text : ui.theme.text_dim,
               is_unwritten ? row.value + "?" : row.value, smallest_letters(ui));
  }
}

}  // namespace warplens::views
