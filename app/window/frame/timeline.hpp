// The timeline panel: transport buttons over phases, barrier intervals and one row of bars a warp.
// The part that is zoomed to is kept in ImGui's storage of
// the panel's window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/scene/timeline.hpp"
#include "app/session/state.hpp"
#include "app/window/frame/panel.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// What is in sight, as a range that need not begin at a whole unit, and where it is on screen. A
// unit is a step, or one of `work`, in which a step is as wide as what it takes.
struct TimeScale {
  float first = 0, span = 1;  // [units]
  float left = 0, width = 1;  // [pixels]
  // Passes of one kind before each step, and of all behind the last (TimelineScene::work_before);
  // null: by steps.
  const std::vector<uint32_t>* work = nullptr;

  float unit_width() const { return width / span; }
  // Where the step begins [units].
  float begin_of(uint32_t step) const { return static_cast<float>(work ? (*work)[step] : step); }
  float x_of(uint32_t step) const { return left + (begin_of(step) - first) * unit_width(); }
  float width_of(uint32_t step) const { return x_of(step + 1) - x_of(step); }
  // Of the steps in sight, on average.
  float step_width(uint32_t steps) const;
  // Clamped to [0, steps).
  uint32_t step_at(float x, uint32_t steps) const;
  // All units of that many steps.
  float units(uint32_t steps) const { return begin_of(steps); }
};

// Zooms by `factor` (> 1: closer) about pixel x, within the recording; a unit is never wider than
// the whole.
TimeScale zoomed(const TimeScale& scale, float factor, float x, uint32_t steps);
// Moved just so far that `step` is in sight.
TimeScale scrolled_to(const TimeScale& scale, uint32_t step, uint32_t steps);

// 0 to 1, the same in every run: what is needed is 0.4, 32 times of it or more 1, doublings in
// equal steps between.
float bar_height(const scene::Bar& bar);

// Numbers over the timeline's bars where a step is as wide as its work: how many wavefronts,
// broadcasts or sectors came before.

// The distance between two numbers [units]: 1, 2 or 5 times a power of ten, the least that leaves
// them `room` [pixels], which is more than 0.
uint64_t tick_distance(float unit_width, float room);

// One line of small letters below `top`; `units`: of the whole recording. Nothing by steps.
void draw_work_axis(ui::Ui& ui, ImDrawList* list, const TimeScale& scale, float units,
                    scene::Axis axis, float top);

// What the timeline's bars mean: entries in as few rows as they need, of about the same length.

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
