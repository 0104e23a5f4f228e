// The form for a file's launch: kernel, grid, block, definitions, arguments, each in the command
// line's own spelling, prefilled with what is known or guessed.
#pragma once

#include <string>
#include <vector>

#include "app/window/frame/panel.hpp"

namespace warplens::views {

// Texts as typed; read by the launch's own parsers when the form is sent.
struct LaunchFormState {
  launch::Launch shown;  // what the fields were filled from
  bool is_filled = false;
  std::string kernel, grid, block, shared, device, defines, folders;
  std::string then;  // launches that follow: --then '...' for each
  struct Field {
    std::string name, value;
  };
  std::vector<Field> arguments;
  // Of a function that is called instead: what the fields were filled from.
  std::vector<launch::Argument> shown_call;
  std::string error;  // of the last attempt; empty if it was fine
};

void draw_launch_form(ui::Ui& ui, const gui::State& model, LaunchFormState& state,
                      gui::Actions& actions, ImVec2 pos, ImVec2 size);

}  // namespace warplens::views
