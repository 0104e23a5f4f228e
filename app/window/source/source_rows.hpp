// What is in each visible row of the source, from the back to the front: the lit line, the
// selection, the text, the mistakes, the caret; and in front of the text the line's number and its
// access entries.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/scene/words/text_change.hpp"
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

}  // namespace warplens::views
