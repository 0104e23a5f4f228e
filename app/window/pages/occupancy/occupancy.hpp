// How many blocks are resident on a multiprocessor: a box of its resources, what limits them, and
// curves on which a block's needs can be dragged.
#pragma once

#include "app/session/state.hpp"
#include "app/window/frame/flow.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// At the cursor, to the end of the window; nothing until `model.occupancy` is there.
void draw_occupancy(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// A button that takes back what is tried; nothing where nothing is.
void put_occupancy_reset(ui::Ui& ui, const gui::State& model, Flow& flow, gui::Actions& actions);

}  // namespace warplens::views
