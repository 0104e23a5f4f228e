// A page on stage, for a projector: only its question, the answer and its picture, in large
// letters.
#pragma once

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// The stage shows the page that is open, and not the access.
bool is_page_on_stage(const gui::State& model);
// Fills the display. Takes no keys.
void draw_page_stage(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

}  // namespace warplens::views
