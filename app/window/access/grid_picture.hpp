// One array as a grid of cells: title, axes, what the block and this access touch, the chosen
// thread's row or column.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/window/access/picture.hpp"

namespace warplens::views {

// A grid, which part of it is shown, and where.
struct GridPlace {
  const scene::Grid* grid = nullptr;
  scene::Box shown;
  Area cells;      // of `shown`
  float cell = 0;  // width and height of one [pixels]
  float title_room = 0;
  float bottom = 0;  // as far as a line below the cells may reach
};

// What a grid needs around its cells [pixels].
struct GridFrame {
  float title = 0, axis_height = 0;  // above
  float axis_width = 0;              // on the left
};
GridFrame frame_of(const ui::Ui& ui);

// Which part of the array is shown, in words for one line; then for two, where they differ.
std::vector<std::string> part_words(const scene::Grid& grid, const scene::Box& shown);

// Which part of the array is shown, as it is written below the cells where the title's line has no
// room for it.
struct LineBelow {
  std::string text;
  float letters = 0, width = 0;  // [pixels]
};
std::vector<LineBelow> lines_below(const ui::Ui& ui, const GridPlace& place);

// Of its name and extents [pixels].
float title_width(const ui::Ui& ui, const scene::Grid& grid);

// At most `most` of [begin, end): all, or what holds the focus, or at least what is touched now.
struct Span {
  uint64_t begin = 0, end = 0;
  uint64_t size() const { return end > begin ? end - begin : 0; }
};
Span choose_span(Span all, Span focus, Span now, uint64_t most);

// The bounds of what the access touches in the grid; may be empty.
scene::Box touched_box(const scene::Moment& moment, const scene::Grid& grid);

// The element's cell; an element that is not shown gives its nearest place on the rim.
Area cell_area(const GridPlace& place, uint64_t row, uint64_t column);
// Where an address is in a place; nullopt if it is not of this grid.
std::optional<Area> cell_of_address(const GridPlace& place, trace::Space space, uint64_t address);

// The access takes from the array or puts into it; also one where a stored value was loaded.
bool takes_part(const scene::Moment& moment, const scene::Grid& grid);
// The cells with title and numbers.
Area frame_area(const ui::Ui& ui, const GridPlace& place);

// The draw list's channels, so that arrows, and the values that fly along them, are over a grid's
// ground and under its lit cells, letters, title and numbers; and under all of an array that has no
// part in the access.
enum Layer : int { kGroundLayer, kArrowLayer, kFlightLayer, kCellLayer, kLayers };

// The draw list must be split into kLayers channels. `arrived`: lanes of which what this access
// stores is in its cells already.
void draw_grid(ui::Ui& ui, const gui::State& model, const scene::Moment& moment,
               const GridPlace& place, uint32_t arrived, gui::Actions& actions);

// Its title and axes, with a cover in place of its cells; on a draw list that is not split.
void draw_covered_grid(ui::Ui& ui, const gui::State& model, const scene::Moment& moment,
                       const GridPlace& place);

}  // namespace warplens::views
