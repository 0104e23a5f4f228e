// The source: the text with its colours and the current access lit, beside each line what its
// accesses cost, and a small editor. Long lines are wrapped, so that nothing is beyond an edge.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/frame/panel.hpp"
#include "sim/lang/compile.hpp"

namespace warplens::views {

// Where the finished run's text is in the edited one: they share a head and a tail.
struct SpanMap {
  uint32_t head = 0, old_tail = 0;  // old text: [0, head) and [old_tail, old_size) are unchanged
  uint32_t old_size = 0xffffffff;   // behind it lie the texts that it includes
  int64_t shift = 0;                // of the tail
  bool is_same = true;

  static SpanMap between(const std::string& old_text, const std::string& new_text);
  // The place of `span` now; none if it touches what has changed.
  std::optional<base::Span> map(base::Span span) const;
};

// A stretch of a line as wide as the panel.
struct SourceRow {
  uint32_t line = 0;            // from 0
  uint32_t begin = 0, end = 0;  // bytes of the text
  float y = 0, height = 0;      // [pixels] from the top of the text
  float indent = 0;             // of a continuation
  float x = 0;                  // where `begin` would lie if the line were not broken
  bool is_first = true, is_last = true;
};

// What is shown below a line: a mistake of the newest text, a warning or finding of the last run.
struct SourceNote {
  base::Severity severity = base::Severity::kError;
  base::Span span;  // in the edited text
  std::string message, hint;
  std::string instead;  // of a mistyped name: the one that is likely meant; or empty
};

// A kernel that is not understood; what is shown does not reach it.
struct UnreadText {
  base::Span span;  // in the edited text
  std::string reason;
};

// A number of the text that is dragged to another value.
struct NumberDrag {
  bool is_on = false;
  uint32_t begin = 0;  // byte of the text
  uint32_t value = 0;  // at the beginning
  float from = 0;      // the pointer's x then [pixels]
};

struct SourceState {
  uint32_t seen_document = 0;
  uint64_t seen_version = 0;  // of the text
  bool focused = false;       // keys go to the editor
  bool dragging = false;
  NumberDrag number;
  std::optional<uint32_t> changed_number;  // its byte; in sight until the user goes to another step
  bool changes_number = false;             // an edit of the last frame does
  bool reveal_caret = false;               // an edit of the last frame has moved it
  bool reveal_note = false;                // the first mistake: new ones, and nobody is typing
  float scroll = 0;                        // [pixels]
  double blink_start = 0;
  // Whose line was last scrolled into view; held, so that no other one gets its address.
  std::shared_ptr<const void> shown_moment;
  const void* shown_run = nullptr;   // that it is of
  const void* shown_step = nullptr;  // the same of a program's step

  // Made again when the text, the run or the width changes.
  uint64_t made_for_version = 0;
  const void* made_for_run = nullptr;
  const void* made_for_diagnostics = nullptr;
  const void* made_for_not_run = nullptr;
  size_t marks = 0;              // of both
  bool made_for_hidden = false;  // is_outcome_hidden()
  float made_for_width = 0;
  std::vector<lang::ColoredRange> colors;
  SpanMap map;
  std::vector<std::vector<uint32_t>> accesses;  // by line: indexes into run->accesses
  std::vector<UnreadText> unread;
  std::vector<SourceNote> notes;
  std::vector<std::vector<uint32_t>> notes_of_line;
  std::vector<SourceRow> rows;
  float height = 0;
};

// The remark of the panel's header.
std::string source_remark(const gui::State& model);
void draw_source(ui::Ui& ui, const gui::State& model, SourceState& state, gui::Actions& actions);

}  // namespace warplens::views
