// The whole window: one screen, every panel in its place, the keys.
#pragma once

#include "app/window/frame/overlays.hpp"
#include "app/window/frame/panel_states.hpp"
#include "app/window/frame/panels.hpp"
#include "app/window/frame/stage.hpp"
#include "app/window/frame/top_bar.hpp"
#include "app/window/lecture/lecture.hpp"

namespace warplens::views {

struct FrameState {
  TopBarState top;
  LaunchFormState form;
  PanelStates panels;
  ChosenTabs tabs;
  StageState stage;
  GuideState guide;
  LectureView lecture;
  bool keys_shown = false;
  bool save_wanted = false;  // Ctrl+S in this frame
  bool edit_wanted = false;  // F2: the text is to have the keyboard
};

// Fills the display (io.DisplaySize).
void draw_frame(ui::Ui& ui, const gui::State& model, FrameState& state, gui::Actions& actions);

}  // namespace warplens::views
