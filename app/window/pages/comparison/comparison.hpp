// The page Counters of a GPU: simulated beside measured and recorded, line by line.
#pragma once

#include "app/scene/pages/comparison_scene.hpp"
#include "app/window/pages/pages.hpp"

namespace warplens::views {

// Conflicts and times of a launch as bars, before and after the last change: at the cursor, in as
// many columns as the width holds.
void draw_cards(ui::Ui& ui, const gui::State& model, const scene::ComparisonScene& scene,
                const scene::ComparedLaunch& launch);

}  // namespace warplens::views
