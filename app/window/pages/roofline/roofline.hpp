// The launch in the roofline model: a chart with both axes logarithmic, the bytes' level, and two
// scales on which bandwidth and peak are dragged.
#pragma once

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/frame/flow.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// At the cursor, to the end of the window.
void draw_roofline(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// Which bytes are counted; a button that takes back what is tried.
void put_roofline_buttons(ui::Ui& ui, const gui::State& model, Flow& flow, gui::Actions& actions);

}  // namespace warplens::views
