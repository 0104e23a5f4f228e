// A picture without its answer: the part that gives it away is covered, all else is drawn.
#pragma once

#include "app/window/access/picture.hpp"

namespace warplens::views {

// What is covered of the picture of an access to that memory.
struct CoveredAnswer {
  gui::Count count;    // that the picture gives away: by its rows, lines and colours
  const char* reveal;  // the name of what uncovers it
};
const CoveredAnswer& covered_answer(trace::Space space);
// That count of the selected access, or what it follows from, is covered: it is asked about, or a
// stop wants it so.
bool is_count_covered(const gui::State& model);

// In place of the part; nothing below it can be pointed at.
void draw_cover(ui::Ui& ui, ImDrawList* list, const Area& area);

}  // namespace warplens::views
