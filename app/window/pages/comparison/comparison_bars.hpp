// Conflicts and times of a launch as bars, before and after the last change.
#pragma once

#include "app/window/frame/panel.hpp"

namespace warplens::views {

// At the cursor, in as many columns as the width holds.
void draw_cards(ui::Ui& ui, const gui::State& model, const scene::ComparisonScene& scene,
                const scene::ComparedLaunch& launch);

}  // namespace warplens::views
