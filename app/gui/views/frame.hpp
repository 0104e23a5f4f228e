// The whole window: one screen, every panel in its place, the keys.
#pragma once

#include "app/gui/views/launch_form.hpp"
#include "app/gui/views/panel_states.hpp"
#include "app/gui/views/panels.hpp"
#include "app/gui/views/stage.hpp"
#include "app/gui/views/top_bar.hpp"

namespace warplens::views {

struct FrameState {
  TopBarState top;
  LaunchFormState form;
  PanelStates panels;
  ChosenTabs tabs;
  StageState stage;
  bool keys_shown = false;
  bool save_wanted = false;  // Ctrl+S in this frame
};

// Fills the display (io.DisplaySize).
void draw_frame(ui::Ui& ui, const gui::Model& model, FrameState& state, gui::Actions& actions);

}  // namespace warplens::views
