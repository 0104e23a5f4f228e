// The page Latency hiding: a strip with a row a warp and cycles to the right, the share of issue
// slots in use above it; below it times by number of warps, latencies, and what passes cost.
#pragma once

#include "app/session/state.hpp"
#include "app/window/frame/flow.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// At the cursor, to the end of the window.
void draw_hiding(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// Buttons for the latencies, the strip's extent, and back to what the run has.
void put_hiding_buttons(ui::Ui& ui, const gui::State& model, Flow& flow, gui::Actions& actions);

}  // namespace warplens::views
