// A real window: GLFW, OpenGL 3.3, ImGui's own backends.
#pragma once

#include <string>

#include "app/window/platform/app.hpp"
#include "sim/base/result.hpp"

namespace warplens::platform {

// GLFW, opened at run time where WARPLENS_GLFW_AT_RUN_TIME is defined
// (third_party/CMakeLists.txt): this program then defines GLFW's functions itself, for ImGui's
// backend too, and hands each call on. Otherwise GLFW is linked and there is nothing to open. To
// be called before any function of GLFW. The error is the system's sentence.
base::Result<bool, std::string> open_glfw();

struct WindowOptions {
  int width = 1600, height = 1000;
  std::string screenshot;  // path; taken once everything has come to rest, then the window closes
};

// Whether there is a display to open a window on, and GLFW to do it with. The error is what is
// missing.
base::Result<bool, std::string> can_open_window();
// After can_open_window(). Runs until it is closed. 0, or 2 with the reason on stderr.
int run_window(gui::App& app, const WindowOptions& options);

}  // namespace warplens::platform
