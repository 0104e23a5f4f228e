// What is drawn for paper and slides: a stop or a text without anything that can be pressed.
#pragma once

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/frame/panel_states.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// No letters are smaller on it. [pixels at scale 1]
inline constexpr float kPaperLetters = 13;

bool is_on_paper(const gui::State& model);
// Fills the display; what is left free at its foot is cut off (Headless::save_picture). Nothing
// that a question asks about is in it.
void draw_paper(ui::Ui& ui, const gui::State& model, PanelStates& panels, gui::Actions& actions);

}  // namespace warplens::views
