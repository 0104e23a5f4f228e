// The launches of the text on the page Limits.
#pragma once

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// Nothing where State::launch_list is null.
void draw_launch_list(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

}  // namespace warplens::views
