// Through which row or column the chosen thread goes is worked out of what it touches in the loop.
#include "app/window/access/grid_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warplens::views {
namespace {

// The chosen thread's row or column of the grid, and its element of this turn.
struct Cursor {
  Area marked;
  std::optional<Area> now;
  bool is_down = false;  // a column
};

std::optional<Cursor> cursor_of(const scene::Moment& moment, const GridPlace& place) {
  const scene::Accumulation& sum = moment.accumulation;
  if (!sum.present || sum.cursor_value.empty() || moment.warp != moment.access.warp)
    return std::nullopt;
  const scene::Grid& grid = *place.grid;
  scene::Box marked;
  std::optional<std::pair<uint64_t, uint64_t>> now;
  for (uint64_t r = place.shown.row_begin; r < place.shown.row_end; ++r) {
    for (uint64_t c = place.shown.column_begin; c < place.shown.column_end; ++c) {
      if (!grid.holds(r, c)) continue;
      const uint8_t mark = grid.thread_now[grid.at(r, c)];
      if (mark == scene::kThreadNever) continue;
      marked.include(r, c);
      if (mark == scene::kThreadNow) now = {r, c};
    }
  }
  if (marked.empty()) return std::nullopt;
  Cursor cursor;
  cursor.marked = {cell_area(place, marked.row_begin, marked.column_begin).min,
                   cell_area(place, marked.row_end - 1, marked.column_end - 1).max};
  cursor.is_down = marked.columns() == 1 && marked.rows() > 1;
  if (now && (marked.rows() == 1 || marked.columns() == 1))
    cursor.now = cell_area(place, now->first, now->second);
  return cursor;
}

std::string cursor_text(const scene::Moment& moment) {
  return fmt::format("{}={}", moment.accumulation.cursor, moment.accumulation.cursor_value);
}

}  // namespace

std::optional<Area> cursor_area(const ui::Ui& ui, const scene::Moment& moment,
                                const GridPlace& place) {
  const std::optional<Cursor> cursor = cursor_of(moment, place);
  if (!cursor || !cursor->now) return std::nullopt;
  // As high as the axis, and no wider than there is room beside the rows: it covers no cell.
  const ImDrawList* list = ImGui::GetWindowDrawList();
  const float high = frame_of(ui).axis_height - 1;
  const float full = ui::font_size(ui.fonts.mono_small);
  const float width = ui::text_size(ui.fonts.mono_small, cursor_text(moment)).x;
  const float room = place.cells.min.x - list->GetClipRectMin().x - 8;
  float letters = std::min(full, high);
  if (cursor->is_down && width * letters / full > room)
    letters = std::max(full * room / width, smallest_letters(ui));
  const ImVec2 size(width * letters / full, letters);
  const Area& cell = *cursor->now;
  ImVec2 at(cursor->is_down ? place.cells.min.x - size.x - 4 : cell.center().x - size.x / 2,
            cursor->is_down ? cell.center().y - size.y / 2 : place.cells.min.y - size.y - 1);
  // Whole beside the panel's edge, too: half of a number is another number.
  at.x = std::clamp(at.x, list->GetClipRectMin().x + 3,
                    std::max(list->GetClipRectMin().x, list->GetClipRectMax().x - size.x - 6) + 3);
  return Area{ImVec2(at.x - 3, at.y), ImVec2(at.x + size.x + 3, at.y + size.y)};
}

void draw_cursor(ui::Ui& ui, const scene::Moment& moment, const GridPlace& place) {
  const std::optional<Cursor> cursor = cursor_of(moment, place);
  if (!cursor) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  outline(list, cursor->marked, ui.theme.accent, std::max(1.0f, 1.5f * ui.scale));
  const std::optional<Area> area = cursor_area(ui, moment, place);
  if (!area) return;
  list->AddRectFilled(area->min, area->max, ui.theme.accent, 2, 0);
  ui::letters(ui, list, ui.fonts.mono_small, area->height(), ImVec2(area->min.x + 3, area->min.y),
              ink(ui), cursor_text(moment));
}

}  // namespace warplens::views
