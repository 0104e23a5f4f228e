// The tiles view: where the global matrices, the registers and the shared arrays lie.
#pragma once

#include <array>
#include <vector>

#include "app/window/access/grid_picture.hpp"

namespace warplens::views {

struct TilesLayout {
  std::vector<GridPlace> grids;
  Area registers;                // with their title
  std::array<Area, 32> lanes{};  // a register each
  bool has_values = false;       // registers are wide enough for a value
  Area notes;                    // the chosen thread's running sum; empty: at the foot
  Area foot;                     // legend
  size_t not_shown = 0;          // arrays for which there was no room
};

// The factors of a product beside and above its result, so that a row and a column meet at an
// element; other global arrays beside each other.
TilesLayout layout_tiles(const ui::Ui& ui, const scene::Moment& moment, const Area& area);

// Where the title of an array ends, with the words that say which part is shown [pixels].
float title_end(const ui::Ui& ui, const GridPlace& place);
// The height of those words where they are below the array; else 0 [pixels].
float words_below(const ui::Ui& ui, const GridPlace& place);

}  // namespace warplens::views
