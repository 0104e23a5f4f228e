// The findings panel: the mistakes and hints of the run, by line, and below hints that name bank
// conflicts the layouts without them. A click goes to the moment of one; of two accesses that are
// concerned, to each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/frame/panel.hpp"

namespace warplens::views {

// A row of the findings panel as plain data.

// Words that are clicked as one, and what a click does.
struct FindingRow {
  std::string name;
  std::vector<ColoredText> texts;
  float indent = 0, gap = 0.25f;  // [units] before it, and below
  gui::Actions does = {};
};
using FindingRows = std::vector<FindingRow>;

inline constexpr float kInnerRow = 2;        // [units] the indent of what belongs to the row above
inline constexpr float kBetweenRows = 0.5f;  // [units] below what belongs together

// Layouts without bank conflicts below the hints that name conflicts: looked for when that is
// asked, and put into the text by a click.
void add_fixes(const ui::Theme& theme, const gui::State& model, FindingRows& rows);

bool has_findings(const gui::State& model);
// How many there are, where there are any. Advice counts as hints.
struct FoundCounts {
  uint64_t errors = 0, hints = 0;
};
FoundCounts found_counts(const gui::State& model);
// In full, "2 errors, 1 hint", and the worse kind alone.
TabMark findings_mark(const gui::State& model);

// To the finding or hint of the list behind the one last gone to, or before it; round. Of a launch
// without any to those of the program's host code, on its page; where there is none, a notice says
// so.
void go_to_finding(const gui::State& model, bool next, gui::Actions& actions);

}  // namespace warplens::views
