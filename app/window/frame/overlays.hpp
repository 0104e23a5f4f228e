// What covers the panels while it is open: the list of all keys, the guide, and the form for a
// launch.
#pragma once

#include <string>
#include <vector>

#include "app/guide/guide.hpp"
#include "app/window/frame/panel.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// The list of all keys, over the window, or of those of a lecture that is on stage; a click closes
// it. Of a window of so many pixels. `is_shown` becomes false when it is closed, also for the
// guide.
void draw_keys_help(ui::Ui& ui, const gui::State& model, bool& is_shown, gui::Actions& actions,
                    ImVec2 display);

// The guide in the place of the whole window: its topics at the left, the chosen one's text at the
// right.
struct GuideState {
  std::vector<guide::Topic> topics;  // read when they are first shown
  float pages_to_scroll = 0;         // in this frame, down
};

// A topic by its name, which the guide has; the window's own one first.
void open_guide(gui::Actions& actions, std::string_view topic = "window");
void close_guide(gui::Actions& actions);

// Up and Down, Page Up and Page Down, Home and End scroll the text.
void read_guide_scroll(GuideState& state);

// Fills the display. While ViewOptions::guide has a value.
void draw_guide(ui::Ui& ui, const gui::State& model, GuideState& state, gui::Actions& actions);

// The form for a file's launch: kernel, grid, block, definitions, arguments, each in the command
// line's own spelling, prefilled with what is known or guessed.

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
