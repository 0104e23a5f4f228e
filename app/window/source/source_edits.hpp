// What can be tried at a line of the source: "without this barrier", in the gutter or at the line's
// right end.
#pragma once

#include "app/window/source/source_layout.hpp"

namespace warplens::views {

// A line's place in the panel. [pixels]
struct LinePlace {
  float y = 0;         // top of its last row
  float text_end = 0;  // where its text ends
  float right = 0;     // where the room for text ends
  bool is_under_pointer = false;
  float gutter_y = 0;                 // top of the line's first row
  float gutter_left = 0, gutter = 0;  // the column of accesses; 0 wide where the line has some
};

// A barrier offers its own in the gutter, always; lost updates, whose line has accesses there,
// wherever there is room behind the text; what else can be left out only while the pointer is on
// the line.
void draw_edits(ui::Ui& ui, const gui::State& model, const SourceState& state,
                const SourceMetrics& metrics, uint32_t line, const LinePlace& place,
                gui::Actions& actions);

}  // namespace warplens::views
