// The loop's cursor ("k=3") beside an array of a product.
#pragma once

#include <optional>

#include "app/window/access/grid_picture.hpp"

namespace warplens::views {

// On the axis, over the column or beside the row that the cursor is for; nothing if it has none.
std::optional<Area> cursor_area(const ui::Ui& ui, const scene::Moment& moment,
                                const GridPlace& place);

// The loop's cursor on the axis of the row or column through which the chosen thread goes; drawn
// over everything else.
void draw_cursor(ui::Ui& ui, const scene::Moment& moment, const GridPlace& place);

}  // namespace warplens::views
