#include "app/window/access/tiles_routes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warplens::views {
namespace {

constexpr int kBendPoints = 10;

// An S from the last point, level at both ends.
void bend_to(std::vector<ImVec2>& points, ImVec2 to) {
  const ImVec2 from = points.back();
  for (int i = 1; i <= kBendPoints; ++i) {
    const float t = static_cast<float>(i) / kBendPoints;
    const float rise = t * t * (3 - 2 * t);
    points.emplace_back(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * rise);
  }
}

float length_of(ImVec2 a, ImVec2 b) {
  return std::hypot(b.x - a.x, b.y - a.y);
}

bool crosses(const Area& area, float x0, float x1, float y) {
  return area.min.y < y && y < area.max.y && std::min(x0, x1) < area.max.x &&
         area.min.x < std::max(x0, x1);
}

}  // namespace

ImVec2 Route::at(float t) const {
  float all = 0;
  for (size_t i = 1; i < points.size(); ++i) all += length_of(points[i - 1], points[i]);
  float left = all * t;
  for (size_t i = 1; i < points.size(); ++i) {
    const ImVec2 a = points[i - 1], b = points[i];
    const float length = length_of(a, b);
    if (left <= length && length > 0)
      return ImVec2(a.x + (b.x - a.x) * left / length, a.y + (b.y - a.y) * left / length);
    left -= length;
  }
  return points.back();
}

TilesRoutes::TilesRoutes(const ui::Ui& ui, const TilesLayout& layout)
    : layout_(layout), gap_(ui.theme.unit * 0.75f), axis_(frame_of(ui).axis_width) {
  for (Side& side : sides_) {
    side.end =
        &side == sides_ ? -std::numeric_limits<float>::max() : std::numeric_limits<float>::max();
  }
  for (const GridPlace& place : layout.grids) {
    Side& side = sides_[is_left(place) ? 0 : 1];
    const Area frame = frame_area(ui, place);
    const float title = std::max(title_end(ui, place), place.cells.max.x);
    const ImVec2 end(place.cells.max.x, place.cells.max.y + words_below(ui, place));
    side.arrays.push_back({ImVec2(frame.min.x, place.cells.min.y), end});
    side.titles.push_back({frame.min, ImVec2(title, place.cells.min.y)});
    side.end =
        is_left(place) ? std::max(side.end, title + gap_) : std::min(side.end, frame.min.x - gap_);
  }
  for (const Area& lane : layout.lanes) {
    const auto end = columns_.begin() + static_cast<std::ptrdiff_t>(column_count_);
    if (std::find(columns_.begin(), end, lane.min.x) == end && column_count_ < columns_.size())
      columns_[column_count_++] = lane.min.x;
  }
  std::sort(columns_.begin(), columns_.begin() + static_cast<std::ptrdiff_t>(column_count_));
}

bool TilesRoutes::is_left(const GridPlace& place) const {
  return place.cells.center().x < layout_.registers.center().x;
}

// The level on which nothing is in the way from `x` to the side's end: `y`, else the one next to
// the array's `middle`, so that all of its ways keep together.
float TilesRoutes::free_level(const Side& side, float x, float y, float middle,
                              float spread) const {
  const auto is_free = [&](float level) {
    const auto is_hit = [&](const Area& area) { return crosses(area, x, side.end, level); };
    return std::none_of(side.arrays.begin(), side.arrays.end(), is_hit) &&
           std::none_of(side.titles.begin(), side.titles.end(), is_hit);
  };
  if (is_free(y)) return y;
  float best = y, least = std::numeric_limits<float>::max();
  const auto consider = [&](float level) {
    const bool is_inside = level > layout_.registers.min.y && level < layout_.foot.min.y;
    if (!is_inside || std::abs(level - middle) >= least || !is_free(level)) return;
    best = level;
    least = std::abs(level - middle);
  };
  for (size_t i = 0; i < side.arrays.size(); ++i) {
    consider(side.titles[i].min.y - gap_ * (1 + spread) / 2);
    consider(side.arrays[i].max.y + gap_ * (1 + spread) / 2);
  }
  return best;
}

void TilesRoutes::enter_register(std::vector<ImVec2>& points, bool from_left, uint32_t lane) const {
  const Area& reg = layout_.lanes[lane];
  const ImVec2 to(from_left ? reg.min.x : reg.max.x, reg.center().y);
  const float first = from_left ? columns_[0] : columns_[column_count_ - 1] + reg.width();
  if (std::abs(first - to.x) < 1) return bend_to(points, to);
  const float between = reg.max.y + 1.5f, back = from_left ? -gap_ : gap_;
  bend_to(points, ImVec2(first + back / 2, between));
  points.emplace_back(to.x + back, between);
  bend_to(points, to);
}

Route TilesRoutes::to_register(size_t grid, const Area& cell, uint32_t lane,
                               bool follows_row) const {
  const GridPlace& place = layout_.grids[grid];
  const bool from_left = is_left(place);
  const Side& side = sides_[from_left ? 0 : 1];
  const float edge = from_left ? place.cells.max.x + 1 : place.cells.min.x - axis_;
  const float row = follows_row ? cell.max.y - 0.5f : cell.center().y;
  const float spread = static_cast<float>(lane % 8) / 8;
  const float level = free_level(side, edge, row, place.cells.center().y, spread);
  Route route{{ImVec2(cell.center().x, row), ImVec2(edge, row)}, level != row};
  if (level != row) bend_to(route.points, ImVec2(edge + (from_left ? gap_ : -gap_), level));
  if (from_left ? route.points.back().x < side.end : route.points.back().x > side.end)
    route.points.emplace_back(side.end, level);
  enter_register(route.points, from_left, lane);
  return route;
}

}  // namespace warplens::views
