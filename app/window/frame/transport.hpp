// The row of buttons over the timeline: steps, play, what a step is, follow, speed, and what the
// bars' colours mean.
#pragma once

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// Draws at the cursor over the width left, and moves the cursor below.
void draw_transport(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// Of an access in the timeline that wastes nothing, by the kind of its work.
ImU32 work_color(const ui::Theme& theme, scene::Work work);

}  // namespace warplens::views
