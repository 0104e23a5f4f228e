// What the timeline's bars mean: entries in as few rows as they need, of about the same length.
#pragma once

#include <string>
#include <vector>

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// What is drawn before an entry's words.
enum class BarKey : uint8_t { kNone, kFill, kWaste, kError, kHatching, kHeights };

struct BarMeaning {
  BarKey key = BarKey::kNone;
  ImU32 color = 0;
  std::string words;
};

// Of the run that is shown, by the axis that is chosen.
std::vector<BarMeaning> bar_meanings(const ui::Ui& ui, const gui::State& model);

// How many of the `widths` [pixels] are in each row: the fewest rows that are at most `room`
// [pixels] wide, and of these the rows whose longest is the shortest. Where one entry is too wide
// by itself, it has a row of its own.
std::vector<size_t> balanced_rows(const std::vector<float>& widths, float room);

// Beside the transport, flush right, where two rows have room from `from` to `right.x` in the
// height from `right.y`; else below it. Returns the height that it takes below [pixels].
float draw_timeline_legend(ui::Ui& ui, const gui::State& model, float from, ImVec2 right,
                           float height, float left);

}  // namespace warplens::views
