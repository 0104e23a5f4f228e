// The marks and the colours of the Sweep view, in its charts and in its legend.
#pragma once

#include <optional>
#include <vector>

#include "app/gui/scene/sweep_scene.hpp"
#include "app/gui/ui/ui.hpp"

namespace warplens::views {

inline std::optional<double> value_of(const scene::SweepValues& values, scene::SweepMetric metric) {
  return values[static_cast<size_t>(metric)];
}

// Of a sweep's lines. The one with the highest value is not green: green is what is good.
std::vector<ImU32> sweep_colors(const ui::Theme& theme, const scene::SweepScene& scene,
                                scene::SweepMetric metric);

// Centred at a place of the current window. A recorded square is seen round a measured diamond.
void draw_simulated(const ui::Theme& theme, ImVec2 at, ImU32 color);
void draw_measured(const ui::Theme& theme, ImVec2 at, ImU32 color);
void draw_recorded(const ui::Theme& theme, ImVec2 at, ImU32 color);
// A cross over a point whose program does something else than the one of the run that is shown.
void draw_difference(const ui::Theme& theme, ImVec2 at);

// Lines by name and colour, then what the marks mean.
void draw_sweep_legend(ui::Ui& ui, const scene::SweepScene& scene, scene::SweepMetric metric);

}  // namespace warplens::views
