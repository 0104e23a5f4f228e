// What the page Device limits shows below its bars.
#pragma once

#include "app/window/pages/pages.hpp"

namespace warplens::views {

// The launches of the text. Nothing where State::launch_list is null.
void draw_launch_list(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

}  // namespace warplens::views
