// The page Limits: the limits of the device, and which launches of the text stay within them.
#pragma once

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// The page Limits: each limit of the device, what it means, and what the launch takes of it. At
// the cursor, to the end of the window; nothing until `model.limits` is there.
void draw_device_limits(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// The launches of the text on the page Limits. Nothing where State::launch_list is null.
void draw_launch_list(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

}  // namespace warplens::views
