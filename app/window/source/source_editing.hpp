// The keyboard and the mouse of the source view's editor.
#pragma once

#include "app/window/source/source_layout.hpp"

namespace warplens::views {

// Alt with Up or Down changes the number at the caret by 1, with Shift by 10. True if it did.
bool change_number_with_keys(SourceState& state);
// Types, moves, copies and pastes as this frame's keys say. True if a key was used.
bool edit_with_keys(SourceState& state, uint32_t rows_a_page);
// Undoes and redoes where the keyboard belongs to no text. True if a key was used.
bool undo_with_keys(SourceState& state);
// Caret and selection by the mouse; with Alt a number is dragged: true if it changed. `point`
// [pixels] from the text's top left corner. Call right after the item.
bool edit_with_mouse(ui::Ui& ui, SourceState& state, const SourceMetrics& metrics, ImVec2 point,
                     bool hovered);

}  // namespace warplens::views
