// The page Divergence: a row a lane, time to the right, in the colours of a branch's sides; below
// it the lines at which lanes part, with what that costs, and each lane's trips through the loops.
#pragma once

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/frame/flow.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// At the cursor, to the end of the window.
void draw_divergence(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// Buttons that turn to the warps beside the chosen one.
void put_divergence_warps(ui::Ui& ui, const gui::State& model, Flow& flow, gui::Actions& actions);

}  // namespace warplens::views
