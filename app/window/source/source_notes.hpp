// What is shown below a line of the source: mistakes of the newest text, warnings and findings of
// the last run. Where a name is likely mistyped, a press puts the one that is meant in its place.
#pragma once

#include <cstdint>
#include <optional>

#include "app/window/source/source_editing.hpp"

namespace warplens::views {

// Those of the model, by the lines of the buffer; and which kernels are not understood.
void place_notes(const gui::State& model, SourceState& state);
// The height of a note's texts below its line. [pixels]
float note_height(ui::Ui& ui, const SourceNote& note, const SourceMetrics& metrics);
ImU32 severity_color(const ui::Theme& theme, base::Severity severity);

// Of a line, flush left at `left` and down to `bottom` [pixels]. Returns the note whose suggestion
// is pressed.
std::optional<uint32_t> draw_notes(ui::Ui& ui, const SourceState& state,
                                   const SourceMetrics& metrics, uint32_t line, float left,
                                   float bottom);
// In the place of the mistyped name; undo brings that back.
void take_suggestion(SourceEditor& editor, const SourceNote& note);

}  // namespace warplens::views
