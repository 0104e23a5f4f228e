// The page Counters of a GPU: simulated beside measured and recorded, line by line.
#pragma once

#include "app/scene/pages/comparison_scene.hpp"
#include "app/window/pages/pages.hpp"

namespace warplens::views {

// In the colours of the verdicts: "as written: 4 of 4 accesses equal the simulation".
PageAnswer comparison_answer(const ui::Theme& theme, const gui::State& model);
void draw_comparison(ui::Ui& ui, const gui::State& model, const ui::Area& area,
                     gui::Actions& actions);

// Conflicts and times of a launch as bars, before and after the last change: at the cursor, in as
// many columns as the width holds.
void draw_cards(ui::Ui& ui, const gui::State& model, const scene::ComparisonScene& scene,
                const scene::ComparedLaunch& launch);

}  // namespace warplens::views
