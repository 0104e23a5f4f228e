// What the page Sweep is drawn with.
#pragma once

#include <cstddef>
#include <optional>

#include "app/scene/pages/sweep_scene.hpp"
#include "app/window/pages/pages.hpp"

namespace warplens::views {

// The marks of a sweep's points, in the charts and in the legend: what the simulator counted, what
// was measured here, what is recorded. Lines differ in colour and in the shape of the first.

inline std::optional<double> value_of(const scene::SweepValues& values, scene::SweepMetric metric) {
  return values[static_cast<size_t>(metric)];
}

// Of the line with that number, from 0; those past the theme's last have one colour.
ImU32 line_color(const ui::Theme& theme, size_t line);

// The shape of a line's simulated points; they repeat after eight.
struct SimulatedMark {
  size_t line = 0;
  float radius = 0;  // [pixels] 0: a little higher than the step that it is on
};
void draw_simulated(const ui::Theme& theme, ImVec2 at, ImU32 color, SimulatedMark mark);
// A diamond. A recorded square is seen round it.
void draw_measured(const ui::Theme& theme, ImVec2 at, ImU32 color);
void draw_recorded(const ui::Theme& theme, ImVec2 at, ImU32 color);
// A cross over a point whose program does something else than the one of the run that is shown.
void draw_difference(const ui::Theme& theme, ImVec2 at);

// Lines by name, colour and mark, then what the marks mean. Returns its height.
float draw_sweep_legend(ui::Ui& ui, const scene::SweepScene& scene, const ui::Area& area);

}  // namespace warplens::views
