// The notice over the source: what concerns the launch or the file as a whole, and messages of the
// session.
#pragma once

#include "app/gui/views/panel.hpp"

namespace warplens::views {

void draw_notice(ui::Ui& ui, const gui::Model& model, gui::Actions& actions, const Rect& source);

}  // namespace warplens::views
