// Shared arrays get the cell size that their height allows, up to a share of the width; the global
// arrays get the rest. Arrays too large for cells that can be seen are shown in part, around what
// the block works on in this phase.
#include <algorithm>
#include <cmath>

#include "app/window/access/tiles.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

constexpr size_t kMostGlobal = 6, kMostShared = 6;  // grids of each kind
constexpr float kSharedShare = 0.46f;               // of the width, at most
constexpr uint64_t kShortAxis = 32;                 // cells
constexpr float kSmallFocus = 0.64f;                // of the least cell
constexpr float kSmallAccess = 0.5f;                // the same

struct Sizes {
  const ui::Ui& ui;
  GridFrame frame;
  float gap = 0;
  float least = 0, most = 0;  // cell [pixels]
};

Sizes sizes_of(const ui::Ui& ui) {
  return {ui, frame_of(ui), ui.theme.unit * 1.5f, 5 * ui.scale, 44 * ui.scale};
}

uint64_t cells_in(float room, float cell) {
  return room > cell ? static_cast<uint64_t>(room / cell) : 1;
}

// A short axis is worth showing whole in small cells, of a long one only the focus.
uint64_t whole_or(uint64_t all, uint64_t focus) {
  return all <= kShortAxis ? all : focus;
}

// The part of a grid that can be shown in a slot of that size [pixels]. Cells may be smaller than
// they should be where only so the block's work of this phase is seen whole, and still smaller
// where only so all that the access touches is.
scene::Box choose_shown(const Sizes& sizes, const scene::Moment& moment, const scene::Grid& grid,
                        float room_x, float room_y) {
  const scene::Box now = touched_box(moment, grid);
  scene::Box focus = grid.focus.empty() ? grid.window : grid.focus;
  // Padding is no part of what the block works on, but what it is there to see.
  if (grid.has_padding) focus.column_end = std::max(focus.column_end, grid.columns);
  const float small = sizes.least * kSmallFocus, smallest = sizes.least * kSmallAccess;
  const auto most = [&](float room, uint64_t in_focus, uint64_t touched) {
    return std::max({cells_in(room, sizes.least), std::min(in_focus, cells_in(room, small)),
                     std::min(touched, cells_in(room, smallest))});
  };
  const uint64_t most_rows = most(room_y, whole_or(grid.rows, focus.rows()), now.rows());
  const uint64_t most_columns =
      most(room_x, whole_or(grid.columns, focus.columns()), now.columns());
  const Span rows =
      choose_span({grid.window.row_begin, grid.window.row_end}, {focus.row_begin, focus.row_end},
                  {now.row_begin, now.row_end}, most_rows);
  const Span columns = choose_span({grid.window.column_begin, grid.window.column_end},
                                   {focus.column_begin, focus.column_end},
                                   {now.column_begin, now.column_end}, most_columns);
  return {rows.begin, rows.end, columns.begin, columns.end};
}

bool is_part(const scene::Grid& grid, const scene::Box& shown) {
  return shown.rows() < grid.rows || shown.columns() < grid.columns;
}

// [pixels] Of the title with the words that say which part is shown.
float long_title_width(const Sizes& sizes, const scene::Grid& grid) {
  const std::string words =
      part_words(grid, {std::min<uint64_t>(10, grid.rows - 1), grid.rows,
                        std::min<uint64_t>(10, grid.columns - 1), grid.columns})
          .front();
  return title_width(sizes.ui, grid) + sizes.ui.theme.unit +
         ui::text_size(sizes.ui.fonts.small, words).x;
}

GridPlace place_at(const scene::Grid& grid, const scene::Box& shown, float x, float y, float cell,
                   float title_room) {
  GridPlace place;
  place.grid = &grid;
  place.shown = shown;
  place.cell = cell;
  place.cells = make_area(std::round(x), std::round(y),
                          std::round(static_cast<float>(shown.columns()) * cell),
                          std::round(static_cast<float>(shown.rows()) * cell));
  place.title_room = title_room;
  return place;
}

float floor_cell(float cell) {
  return cell >= 8 ? std::floor(cell) : std::floor(cell * 4) / 4;
}

// ---- side by side -----------------------------------------------------------------------------

struct Shelf {
  std::vector<GridPlace> places;
  float width = 0;  // used
};

// The part of each that is shown in slots of one size. Arrays of one shape show the same part, so
// that they have one scale and can be compared by eye, where all that they show apart has room.
std::vector<scene::Box> boxes_of(const Sizes& sizes, const scene::Moment& moment,
                                 const std::vector<const scene::Grid*>& grids, float room_x,
                                 float room_y) {
  std::vector<scene::Box> boxes;
  for (const scene::Grid* grid : grids)
    boxes.push_back(choose_shown(sizes, moment, *grid, room_x, room_y));
  const float smallest = sizes.least * kSmallAccess;
  const uint64_t most_rows = cells_in(room_y, smallest), most_columns = cells_in(room_x, smallest);
  std::vector<scene::Box> alike = boxes;
  for (size_t i = 0; i < grids.size(); ++i) {
    for (size_t k = 0; k < grids.size(); ++k) {
      const bool is_alike = grids[k]->rows == grids[i]->rows &&
                            grids[k]->columns == grids[i]->columns &&
                            grids[k]->space == grids[i]->space;
      if (is_alike) alike[i].include(boxes[k]);
    }
    const scene::Box& window = grids[i]->window;
    const scene::Box& all = alike[i];
    const bool is_held = all.row_begin >= window.row_begin && all.row_end <= window.row_end &&
                         all.column_begin >= window.column_begin &&
                         all.column_end <= window.column_end;
    if (!is_held || all.rows() > most_rows || all.columns() > most_columns) return boxes;
  }
  return alike;
}

// `columns` grids a row; each in a slot of equal size.
Shelf fill_shelf(const Sizes& sizes, const scene::Moment& moment,
                 const std::vector<const scene::Grid*>& grids, const Area& area, size_t columns) {
  const size_t rows = (grids.size() + columns - 1) / columns;
  const float width =
      (area.width() - sizes.gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const float height =
      (area.height() - sizes.gap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
  const float room_x = width - sizes.frame.axis_width;
  const float room_y = height - sizes.frame.title - sizes.frame.axis_height;
  // A line that says which part is shown, below all of them, so that equal arrays look the same.
  const bool needs_line = std::any_of(grids.begin(), grids.end(), [&](const scene::Grid* grid) {
    return is_part(*grid, choose_shown(sizes, moment, *grid, room_x, room_y)) &&
           long_title_width(sizes, *grid) > room_x;
  });
  const bool needs_two =
      needs_line && std::any_of(grids.begin(), grids.end(), [&](const scene::Grid* grid) {
        return (long_title_width(sizes, *grid) - title_width(sizes.ui, *grid)) * 0.85f > room_x;
      });
  const float below =
      needs_line ? (ui::font_size(sizes.ui.fonts.small) + 1) * (needs_two ? 2.0f : 1.0f) : 0;
  const std::vector<scene::Box> boxes = boxes_of(sizes, moment, grids, room_x, room_y - below);
  Shelf shelf;
  float x = area.min.x, used = 0;
  for (size_t i = 0; i < grids.size(); ++i) {
    const scene::Grid& grid = *grids[i];
    if (i % columns == 0) x = area.min.x;
    const scene::Box& shown = boxes[i];
    const float cell =
        floor_cell(std::min({room_x / static_cast<float>(shown.columns()),
                             (room_y - below) / static_cast<float>(shown.rows()), sizes.most}));
    const float y = area.min.y + static_cast<float>(i / columns) * (height + sizes.gap) +
                    sizes.frame.title + sizes.frame.axis_height;
    const float across = static_cast<float>(shown.columns()) * cell;
    const float title = is_part(grid, shown) && !needs_line ? long_title_width(sizes, grid)
                                                            : title_width(sizes.ui, grid);
    const float taken = std::clamp(std::max(across, title) + sizes.frame.axis_width,
                                   across + sizes.frame.axis_width, std::max(width, across));
    shelf.places.push_back(
        place_at(grid, shown, x + sizes.frame.axis_width, y, cell, taken - sizes.frame.axis_width));
    shelf.places.back().bottom = y + room_y;
    x += taken + sizes.gap;
    used = std::max(used, x - sizes.gap - area.min.x);
  }
  shelf.width = used;
  return shelf;
}

float smallest_cell(const Shelf& shelf) {
  float cell = 1e9f;
  for (const GridPlace& place : shelf.places) cell = std::min(cell, place.cell);
  return cell;
}

Shelf best_shelf(const Sizes& sizes, const scene::Moment& moment,
                 const std::vector<const scene::Grid*>& grids, const Area& area) {
  Shelf best;
  if (grids.empty()) return best;
  for (size_t columns = 1; columns <= grids.size(); ++columns) {
    Shelf shelf = fill_shelf(sizes, moment, grids, area, columns);
    const bool shows_more = [&] {
      uint64_t cells = 0, best_cells = 0;
      for (const GridPlace& place : shelf.places)
        cells += place.shown.rows() * place.shown.columns();
      for (const GridPlace& place : best.places) {
        best_cells += place.shown.rows() * place.shown.columns();
      }
      return cells > best_cells;
    }();
    if (best.places.empty() || smallest_cell(shelf) > smallest_cell(best) ||
        (smallest_cell(shelf) == smallest_cell(best) && shows_more)) {
      best = std::move(shelf);
    }
  }
  return best;
}

// ---- a product --------------------------------------------------------------------------------

struct Factors {
  const scene::Grid *left = nullptr, *above = nullptr, *below = nullptr;
};

// Whose sizes go together; nothing where the shapes are not those of the text's product.
std::optional<Factors> factors_of(const std::vector<const scene::Grid*>& grids,
                                  const std::optional<scene::Product>& product) {
  if (!product) return std::nullopt;
  Factors factors;
  for (const scene::Grid* grid : grids) {
    if (grid->name == product->left) factors.left = grid;
    if (grid->name == product->above) factors.above = grid;
    if (grid->name == product->result) factors.below = grid;
  }
  const bool are_there = factors.left && factors.above && factors.below;
  const bool fit = are_there && factors.left->rows == factors.below->rows &&
                   factors.above->columns == factors.below->columns &&
                   factors.left->columns == factors.above->rows && factors.below->rows > 1;
  return fit ? std::optional(factors) : std::nullopt;
}

// The left matrix and the result show the same rows, the upper one and the result the same columns.
Shelf fill_product(const Sizes& sizes, const scene::Moment& moment, const Factors& product,
                   const Area& area, Area& notes) {
  const float room_x = area.width() - 2 * sizes.frame.axis_width - sizes.gap;
  const float line = ui::font_size(sizes.ui.fonts.small) + 1;  // says which part is shown
  float room_y = area.height() - 2 * (sizes.frame.title + sizes.frame.axis_height) - sizes.gap;
  scene::Box left = choose_shown(sizes, moment, *product.left, room_x / 2, room_y / 2);
  const bool has_parts =
      is_part(*product.left, left) ||
      is_part(*product.above, choose_shown(sizes, moment, *product.above, room_x / 2, room_y / 2));
  const float below_line = has_parts ? line : 0;
  room_y -= 2 * below_line;
  left = choose_shown(sizes, moment, *product.left, room_x / 2, room_y / 2);
  scene::Box above = choose_shown(sizes, moment, *product.above, room_x / 2, room_y / 2);
  scene::Box below = choose_shown(sizes, moment, *product.below, room_x / 2, room_y / 2);
  below.row_begin = left.row_begin;
  below.row_end = left.row_end;
  below.column_begin = above.column_begin;
  below.column_end = above.column_end;
  const auto across =
      static_cast<float>(left.columns() + std::max(above.columns(), below.columns()));
  const auto down = static_cast<float>(above.rows() + std::max(left.rows(), below.rows()));
  const float cell = floor_cell(std::min({room_x / across, room_y / down, sizes.most}));
  const float head = sizes.frame.title + sizes.frame.axis_height;
  const float x0 = area.min.x + sizes.frame.axis_width;
  const float x1 =
      x0 + cell * static_cast<float>(left.columns()) + sizes.gap + sizes.frame.axis_width;
  const float y0 = area.min.y + head;
  const float y1 = y0 + cell * static_cast<float>(above.rows()) + below_line + sizes.gap + head;
  Shelf shelf;
  const float left_title = x1 - sizes.frame.axis_width - x0;
  const float right_title = area.max.x - x1;
  shelf.places.push_back(place_at(*product.left, left, x0, y1, cell, left_title));
  shelf.places.push_back(place_at(*product.above, above, x1, y0, cell, right_title));
  shelf.places.push_back(place_at(*product.below, below, x1, y1, cell, right_title));
  for (GridPlace& place : shelf.places) place.bottom = place.cells.max.y + below_line;
  shelf.width =
      x1 - area.min.x + cell * static_cast<float>(std::max(above.columns(), below.columns()));
  notes = Area{ImVec2(area.min.x, area.min.y),
               ImVec2(x1 - sizes.frame.axis_width - sizes.gap, y1 - head - sizes.gap)};
  return shelf;
}

// ---- registers --------------------------------------------------------------------------------

struct RegisterShape {
  size_t columns = 2;
  float width = 0, height = 0;  // of one
  float gap = 0, row_gap = 0;   // between columns, and rows
  bool has_values = false;
  float all() const { return (width + gap) * static_cast<float>(columns) - gap; }
};

// Of a vector as many numbers as it has, of three digits.
RegisterShape shape_registers(const ui::Ui& ui, const Area& area, uint32_t bytes) {
  const float letters = ui::font_size(ui.fonts.mono_small);
  const float room = area.height() - frame_of(ui).title;
  RegisterShape shape;
  shape.columns = 1;
  while (shape.columns < 4 &&
         room / (32.0f / static_cast<float>(shape.columns)) < letters + ui.scale) {
    shape.columns *= 2;
  }
  const float rows = 32.0f / static_cast<float>(shape.columns);
  shape.height = std::min(std::floor(room / rows), letters * 2.0f);
  const float digits = ui::text_size(ui.fonts.mono_small, "00").x;
  const float numbers = static_cast<float>(std::clamp((bytes + 3) / 4, 1u, 4u));
  const float with_value = digits * (numbers > 1 ? 2.0f + 2.0f * numbers : 4.6f);
  shape.width = with_value;
  // Ways to the second column pass between the rows of the first.
  shape.gap = shape.columns > 1 ? ui.theme.unit * 1.5f : 0;
  shape.row_gap =
      shape.columns > 1 ? std::clamp(shape.height - smallest_letters(ui), 2.0f, 3.0f) : 1;
  shape.has_values = shape.all() <= area.width() * (numbers > 1 ? 0.34f : 0.24f);
  if (!shape.has_values) shape.width = digits * 1.5f;
  return shape;
}

void place_registers(const ui::Ui& ui, const RegisterShape& shape, float x, const Area& area,
                     TilesLayout& layout) {
  const float title = frame_of(ui).title;
  const size_t rows = 32 / shape.columns;
  layout.registers =
      make_area(x, area.min.y, shape.all(), title + shape.height * static_cast<float>(rows));
  for (size_t lane = 0; lane < 32; ++lane) {
    layout.lanes[lane] =
        make_area(std::round(x + (shape.width + shape.gap) * static_cast<float>(lane / rows)),
                  std::round(area.min.y + title + shape.height * static_cast<float>(lane % rows)),
                  std::floor(shape.width) - 2, std::max(shape.height - shape.row_gap, 2.0f));
  }
  layout.has_values = shape.has_values;
}

// The one that this access touches first, then those that the block does, at most `most` of them.
std::vector<const scene::Grid*> pick(const scene::Moment& moment, bool is_shared, size_t most,
                                     size_t& not_shown) {
  std::vector<const scene::Grid*> grids;
  for (const int wanted : {2, 1, 0}) {
    for (const scene::Grid& grid : moment.grids) {
      if ((grid.space == trace::Space::kShared) != is_shared || grid.count == 0 ||
          !grid.is_of_launch)
        continue;
      const bool is_accessed = grid.name == moment.array && grid.space == moment.access.space;
      if (wanted != (is_accessed ? 2 : grid.block_box.empty() ? 0 : 1)) continue;
      if (grids.size() < most) {
        grids.push_back(&grid);
      } else {
        ++not_shown;
      }
    }
  }
  std::sort(grids.begin(), grids.end());  // back in the order of binding: they lie in one vector
  return grids;
}

}  // namespace

float title_end(const ui::Ui& ui, const GridPlace& place) {
  const float wanted = is_part(*place.grid, place.shown)
                           ? long_title_width(sizes_of(ui), *place.grid)
                           : title_width(ui, *place.grid);
  return place.cells.min.x + std::min(wanted, place.title_room);
}

float words_below(const ui::Ui& ui, const GridPlace& place) {
  const bool are_below = is_part(*place.grid, place.shown) &&
                         long_title_width(sizes_of(ui), *place.grid) > place.title_room;
  if (!are_below) return 0;
  float height = 1;
  for (const LineBelow& line : lines_below(ui, place)) height += line.letters;
  return height;
}

namespace {

// How many arrays of each kind are drawn, and whether a product's are where they are multiplied.
struct Choice {
  size_t global = kMostGlobal, shared = kMostShared;
  bool is_product = true;
};

TilesLayout layout_choice(const ui::Ui& ui, const scene::Moment& moment, const Area& whole,
                          const Choice& choice) {
  const Sizes sizes = sizes_of(ui);
  TilesLayout layout;
  Area area = whole;
  const float foot = ui::font_size(ui.fonts.body) + ui.theme.unit;  // a button's height
  area.max.y -= foot + ui.theme.unit * 0.5f;
  layout.foot = Area{ImVec2(whole.min.x, whole.max.y - foot + ui.theme.unit * 0.6f), whole.max};

  const auto global = pick(moment, false, choice.global, layout.not_shown);
  const auto shared = pick(moment, true, choice.shared, layout.not_shown);
  const RegisterShape shape = shape_registers(ui, area, moment.access.bytes);
  const float registers = shape.all();
  const float arrows = std::clamp(area.width() * 0.06f, ui.theme.unit * 2, ui.theme.unit * 10);

  Shelf shared_shelf;
  float global_end = area.max.x - registers - arrows;
  if (!shared.empty()) {
    Area room = area;
    room.min.x = room.max.x - (area.width() - registers - 2 * arrows) * kSharedShare;
    shared_shelf = best_shelf(sizes, moment, shared, room);
    const float slack = room.width() - shared_shelf.width;
    for (GridPlace& place : shared_shelf.places) {
      place.cells.min.x += slack;
      place.cells.max.x += slack;
    }
    global_end = area.max.x - shared_shelf.width - registers - 2 * arrows;
  }
  Area room = area;
  room.max.x = global_end;
  Shelf global_shelf;
  const auto factors = factors_of(global, moment.product);
  if (factors && choice.is_product) {
    global_shelf = fill_product(sizes, moment, *factors, room, layout.notes);
  } else {
    global_shelf = best_shelf(sizes, moment, global, room);
  }
  // The registers stand in the middle of what the grids leave free between them.
  const float left_end = area.min.x + global_shelf.width;
  const float right_begin = area.max.x - shared_shelf.width;
  const float x = shared.empty() ? std::min(left_end + arrows * 2, area.max.x - registers)
                                 : (left_end + right_begin - registers) / 2;
  place_registers(ui, shape, std::round(x), area, layout);
  for (GridPlace& place : global_shelf.places) {
    const float end = layout.registers.min.x - ui.theme.unit;
    place.title_room = std::min(place.title_room, end - place.cells.min.x);
  }
  layout.grids = std::move(global_shelf.places);
  layout.grids.insert(layout.grids.end(), shared_shelf.places.begin(), shared_shelf.places.end());
  return layout;
}

// Of a matrix so little is shown that it is no picture of one.
bool has_crumbs(const TilesLayout& layout) {
  static constexpr uint64_t kLeast = 4;  // rows, and columns
  return std::any_of(layout.grids.begin(), layout.grids.end(), [](const GridPlace& place) {
    return place.shown.rows() < std::min(kLeast, place.grid->rows) ||
           place.shown.columns() < std::min(kLeast, place.grid->columns);
  });
}

}  // namespace

// Where there is no room for all arrays, the one that the access touches is drawn in all of it.
TilesLayout layout_tiles(const ui::Ui& ui, const scene::Moment& moment, const Area& whole) {
  TilesLayout layout = layout_choice(ui, moment, whole, {});
  if (!has_crumbs(layout)) return layout;
  // A line often moves values between global and shared memory: both of its ends, if they have
  // room.
  TilesLayout both = layout_choice(ui, moment, whole, {1, 1, false});
  if (!both.grids.empty() && !has_crumbs(both)) return both;
  const bool is_shared = moment.access.space == trace::Space::kShared;
  TilesLayout fewer =
      layout_choice(ui, moment, whole,
                    {is_shared ? size_t{0} : size_t{1}, is_shared ? size_t{1} : size_t{0}, false});
  return fewer.grids.empty() ? layout : fewer;
}

}  // namespace warplens::views
