// Which part of a grid is shown, and where its cells are.
#include <algorithm>
#include <cmath>

#include "app/window/access/grid_picture.hpp"

namespace warplens::views {

Span choose_span(Span all, Span focus, Span now, uint64_t most) {
  most = std::max<uint64_t>(most, 1);
  if (all.size() <= most) return all;
  Span wanted = focus;
  if (wanted.size() == 0) wanted = now;
  if (now.size() > 0) {
    wanted = {std::min(wanted.begin, now.begin), std::max(wanted.end, now.end)};
  }
  if (wanted.size() > most && now.size() > 0) {
    // From a multiple of half the room, so that the picture is still for some steps.
    const uint64_t half = std::max<uint64_t>(most / 2, 1);
    const uint64_t snapped = now.begin / half * half;
    wanted = {now.end <= snapped + most ? snapped : now.begin, now.end};
    const uint64_t begin = std::clamp(wanted.begin, all.begin, all.end - most);
    return {begin, begin + most};
  }
  const uint64_t spare = wanted.size() < most ? (most - wanted.size()) / 2 : 0;
  const uint64_t begin = wanted.begin > all.begin + spare ? wanted.begin - spare : all.begin;
  const uint64_t clamped = std::min(begin, all.end - most);
  return {clamped, clamped + most};
}

scene::Box touched_box(const scene::Moment& moment, const scene::Grid& grid) {
  scene::Box box;
  for (const TouchedElement& element : touched_elements(moment, grid)) {
    box.include(element.element / grid.columns, element.element % grid.columns);
  }
  return box;
}

Area cell_area(const GridPlace& place, uint64_t row, uint64_t column) {
  const scene::Box& shown = place.shown;
  row = std::clamp(row, shown.row_begin, shown.row_end - 1) - shown.row_begin;
  column = std::clamp(column, shown.column_begin, shown.column_end - 1) - shown.column_begin;
  const auto x = [&](uint64_t c) {
    return std::round(place.cells.min.x + static_cast<float>(c) * place.cell);
  };
  const auto y = [&](uint64_t r) {
    return std::round(place.cells.min.y + static_cast<float>(r) * place.cell);
  };
  return {ImVec2(x(column), y(row)), ImVec2(x(column + 1), y(row + 1))};
}

std::optional<Area> cell_of_address(const GridPlace& place, trace::Space space, uint64_t address) {
  const scene::Grid& grid = *place.grid;
  const uint64_t end = grid.base + grid.count * grid.element_bytes;
  if (grid.space != space || address < grid.base || address >= end) return std::nullopt;
  const uint64_t element = (address - grid.base) / grid.element_bytes;
  return cell_area(place, element / grid.columns, element % grid.columns);
}

}  // namespace warplens::views
