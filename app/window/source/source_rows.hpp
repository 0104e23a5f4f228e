// What is in each visible row of the source, from the back to the front: the lit line, the
// selection, the text, the mistakes, the caret; and in front of the text the line's number and its
// access entries.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/scene/words/text_change.hpp"
#include "app/window/frame/panel.hpp"
#include "app/window/source/source_layout.hpp"

namespace warplens::views {

struct SourcePainter {
  ui::Ui& ui;
  const gui::State& model;
  SourceState& state;
  const SourceMetrics& metrics;
  gui::Actions& actions;
  ImDrawList* list;
  ImVec2 origin;                                           // of the panel, scrolled
  std::optional<base::Span> current;                       // the lit access
  std::vector<base::Span> calls;                           // around it
  bool is_hovered = false;                                 // the panel is under the pointer
  base::Span hovered{0, 0};                                // of the access entry under the pointer
  std::optional<scene::TextChange> change = std::nullopt;  // since the run before, in the buffer
  std::optional<uint32_t> pressed_note = std::nullopt;     // whose suggestion is taken

  float text_left() const { return origin.x + metrics.text_x; }
};

// What is not understood between two bytes of the text; null: nothing.
const UnreadText* unread_at(const SourceState& state, uint32_t begin, uint32_t end);
// In front of the line that begins with the row.
void draw_chips(SourcePainter& p, const SourceRow& row);
void draw_row(SourcePainter& p, const SourceRow& row);

// What can be tried at a line of the source: "without this barrier", in the gutter or at the
// line's right end.

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

// The notice below the source: what concerns the launch or the file as a whole, and messages of
// the session. [pixels] That it takes of the foot of the source's panel; 0: there is none.
float notice_height(const ui::Ui& ui, const gui::State& model, ImVec2 panel);
void draw_notice(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& source);

}  // namespace warplens::views
