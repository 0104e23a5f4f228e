// A picture without its answer: the part that gives it away is covered, all else is drawn.
#pragma once

#include "app/window/access/picture.hpp"

namespace warplens::views {

// The count that an access's picture gives away: by its rows, lines and colours.
gui::Count count_of(trace::Space space);
// That count of the selected access is covered: it is asked about, or a stop wants it so.
bool is_count_covered(const gui::State& model);

// In place of the part; nothing below it can be pointed at.
void draw_cover(ui::Ui& ui, ImDrawList* list, const Area& area);

}  // namespace warplens::views
