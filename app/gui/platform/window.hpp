// A real window: GLFW, OpenGL 3.3, ImGui's own backends.
#pragma once

#include <string>

#include "app/gui/platform/app.hpp"

namespace warplens::platform {

struct WindowOptions {
  int width = 1600, height = 1000;
  std::string screenshot;  // path; taken once everything has come to rest, then the window closes
};

// Runs until it is closed. 0, or 1 with the reason on stderr.
int run_window(gui::App& app, const WindowOptions& options);
// Whether there is a display to open a window on.
bool has_display();

}  // namespace warplens::platform
