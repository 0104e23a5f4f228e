// The page Limits: each limit of the device, what it means, and what the launch takes of it.
#pragma once

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// At the cursor, to the end of the window; nothing until `model.limits` is there.
void draw_device_limits(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

}  // namespace warplens::views
