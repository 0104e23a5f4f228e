// The bar above everything: which lesson or file, its parameters and launch, the run's progress,
// size and help.
#pragma once

#include <string>

#include "app/window/frame/panel.hpp"

namespace warplens::views {

struct TopBarState {
  std::string path;             // being typed into the open field
  bool chooser_wanted = false;  // Ctrl+O: the list opens, with the keyboard in that field
  bool path_wanted = false;
  std::string value_name, value;  // of the parameter whose value is being typed
};

struct TopBarResult {
  bool keys_pressed = false;   // the help was requested
  bool found_pressed = false;  // findings were, whose drawer is opened
};

// 1, or more where name, parameters and launch do not fit beside each other in `width` pixels.
int top_bar_rows(const ui::Ui& ui, const gui::State& model, float width);

// Draws into [pos, pos + size] of the current window.
TopBarResult draw_top_bar(ui::Ui& ui, const gui::State& model, TopBarState& state,
                          gui::Actions& actions, ImVec2 pos, ImVec2 size);

}  // namespace warplens::views
