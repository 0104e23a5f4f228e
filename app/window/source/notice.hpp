// The notice below the source: what concerns the launch or the file as a whole, and messages of the
// session.
#pragma once

#include "app/window/frame/panel.hpp"

namespace warplens::views {

// [pixels] That it takes of the foot of the source's panel; 0: there is none.
float notice_height(const ui::Ui& ui, const gui::State& model, ImVec2 panel);
void draw_notice(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& source);

}  // namespace warplens::views
