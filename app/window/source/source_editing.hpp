// The keyboard and the mouse of the source view's editor.
#pragma once

#include <cstdint>
#include <utility>

#include "app/window/source/source_layout.hpp"

namespace warplens::views {

// What the user does to the text in this frame: sent, and seen in the next one.
struct SourceEditor {
  const gui::TextBuffer& buffer;
  SourceState& state;
  gui::Actions& actions;

  void edit(gui::TextEdit edit) { actions.push_back(gui::action::Edit{std::move(edit)}); }
  // Of the number at a byte of the text.
  void change_number(uint32_t at, uint32_t value);
};

// Alt with Up or Down changes the number at the caret by 1, with Shift by 10. True if it does.
bool change_number_with_keys(SourceEditor& editor);
// Types, moves, copies and pastes as this frame's keys say.
void edit_with_keys(SourceEditor& editor, uint32_t rows_a_page);
// Undoes and redoes where the keyboard belongs to no text.
void undo_with_keys(SourceEditor& editor);
// Caret and selection by the mouse; with Alt a number is dragged. `point` [pixels] from the text's
// top left corner. Call right after the item.
void edit_with_mouse(ui::Ui& ui, SourceEditor& editor, const SourceMetrics& metrics, ImVec2 point,
                     bool hovered);

}  // namespace warplens::views
