// The launches of the text on the page Limits.
#pragma once

#include "app/gui/session/model.hpp"
#include "app/gui/ui/ui.hpp"

namespace warplens::views {

// Nothing where Model::launch_list is null.
void draw_launch_list(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);

}  // namespace warplens::views
