// The timeline panel: transport buttons over phases, barrier intervals and one row of bars a warp.
// The part that is zoomed to is kept in ImGui's storage of
// the panel's window.
#pragma once

#include <cstdint>

#include "app/gui/scene/timeline.hpp"
#include "app/gui/views/panel.hpp"

namespace warplens::views {

// The steps that are in sight, as a range that need not begin at a whole step, and where they lie
// on screen.
struct TimeScale {
  float first = 0, span = 1;  // [steps]
  float left = 0, width = 1;  // [pixels]

  float step_width() const { return width / span; }
  float x_of(uint32_t step) const {
    return left + (static_cast<float>(step) - first) * step_width();
  }
  // Clamped to [0, steps).
  uint32_t step_at(float x, uint32_t steps) const;
};

// Zooms by `factor` (> 1: closer) about pixel x, within the recording; a step is never wider than
// the whole.
TimeScale zoomed(const TimeScale& scale, float factor, float x, uint32_t steps);
// Moved just so far that `step` is in sight.
TimeScale scrolled_to(const TimeScale& scale, uint32_t step, uint32_t steps);

// 0 to 1: 1 x what is needed is 0.4, the run's worst ratio 1, doublings in equal steps between; 0.6
// where nothing in the run is wasted.
float bar_height(const scene::Bar& bar, double worst_ratio);

}  // namespace warplens::views
