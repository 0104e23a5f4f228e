// Which rows the source panel has and where they lie; the part of the source view that draws
// nothing.
#pragma once

#include "app/window/source/source.hpp"

namespace warplens::views {

// [pixels] of the source panel.
struct SourceMetrics {
  float advance = 0;  // of a monospaced character
  float row = 0;      // of a row of text
  float chip = 0;     // of an access entry
  float numbers = 0;  // width of the line numbers
  float chips = 0;    // width of the access entries
  float text_x = 0;   // where the text begins, from the panel's left edge
  float text_width = 0;
  float note = 0;                // a line of a diagnostic's message
  bool has_whole_words = false;  // of the access entries
};
SourceMetrics source_metrics(ui::Ui& ui, const gui::State& model, float width);

// x of every byte boundary of a stretch of text that starts at `begin` in its line; size() + 1
// values.
std::vector<float> boundaries(ImFont* font, float advance, std::string_view text, float begin = 0);

// A part of a line of text that has a row of its own.
struct TextRow {
  size_t begin = 0, end = 0;  // [bytes] in the line
  float indent = 0;           // [pixels] of every row but the first
};
// A line in rows of at most `width`, at least one. `x`: its boundaries(). A row begins with what
// follows a space, or where that is longer than a row, punctuation; inside a word only where that
// is longer than a row. The first row has the line's own blanks in its text. [pixels]
std::vector<TextRow> wrapped_rows(std::string_view text, const std::vector<float>& x, float advance,
                                  float width);

std::string_view text_of_row(const gui::TextBuffer& buffer, const SourceRow& row);

// Brings colours, map and rows up to date with the text and the run.
void update_source(ui::Ui& ui, const gui::State& model, SourceState& state,
                   const SourceMetrics& metrics);

// The byte of the text under a point [pixels from the text's top left corner].
uint32_t offset_under(ui::Ui& ui, const gui::TextBuffer& buffer, const SourceState& state,
                      const SourceMetrics& metrics, ImVec2 point);

std::string count_text(uint64_t count);
// The row's wavefronts on the run's device are not known (Run::is_counted).
inline bool is_uncounted(const run::Run& run, const observe::AccessRow& row) {
  return !run.is_counted && row.space == trace::Space::kShared;
}
// Requests, and wavefronts or sectors: "64→128"; "64→…" where those are not counted.
// "128→512 sectors", or "128→512 sect": an "s" would be read as seconds.
std::string chip_text(const run::Run& run, const observe::AccessRow& row, bool has_whole_words);

}  // namespace warplens::views
