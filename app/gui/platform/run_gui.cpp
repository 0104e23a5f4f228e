// Brings lessons, session, application and platform together.
#include "app/gui/platform/run_gui.hpp"

#include <imgui.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "app/gui/platform/app.hpp"
#include "app/gui/platform/headless.hpp"
#include "app/gui/platform/script.hpp"
#include "app/gui/platform/window.hpp"
#include "app/lessons/target.hpp"
#include "sim/base/visible.hpp"

namespace warplens::gui {

namespace {

// ImGui's context for as long as this lives.
class ImGuiContextHolder {
 public:
  ImGuiContextHolder() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // the layout is fixed: nothing to remember
    ImGui::GetIO().LogFilename = nullptr;
  }
  ~ImGuiContextHolder() { ImGui::DestroyContext(); }
  ImGuiContextHolder(const ImGuiContextHolder&) = delete;
  ImGuiContextHolder& operator=(const ImGuiContextHolder&) = delete;
};

int complain(int status, const std::string& message) {
  std::fprintf(stderr, "warplens: %s\n", base::visible(message).c_str());
  return status;
}

int run_headless(App& app, const GuiOptions& options) {
  auto screen = platform::Offscreen::create(options.width, options.height);
  if (!screen) {
    return complain(1, screen.error());
  }
  ui::map_keys_without_window();
  platform::Headless window(app, **screen);
  int status = 0;
  if (options.script.empty()) {
    window.settle();
  } else {
    std::ifstream file(options.script);
    std::stringstream text;
    if (!file || !(text << file.rdbuf())) {
      return complain(2, "cannot read the script " + options.script);
    }
    const platform::ScriptEnd end = platform::run_script(window, options.script, text.str());
    if (end.status != 0) {
      std::fprintf(stderr, "%s\n", base::visible(end.message).c_str());
    }
    status = end.status;
  }
  if (!options.screenshot.empty() && !window.save_picture(options.screenshot)) {
    return complain(2, "cannot write " + options.screenshot);
  }
  return status;
}

}  // namespace

int run_gui(const GuiOptions& options) {
  auto lessons = lessons::lessons_of(options.lessons_folder);
  if (!lessons) {
    return complain(2, lessons.error());
  }
  if (!options.script.empty() && !options.headless) {
    return complain(2, "--script needs --headless");
  }
  const ImGuiContextHolder context;
  SessionOptions session;
  session.lessons = std::move(*lessons);
  session.launch = options.launch;
  session.measurer =
      options.measurer ? options.measurer : make_measurer({{}, options.recordings_folder});
  App app(std::move(session));
  if (!app.session().open(options.target)) {
    return complain(2, app.session().model().notice);
  }
  if (options.headless) {
    return run_headless(app, options);
  }
  if (auto window = platform::can_open_window(); !window) {
    return complain(1, window.error() +
                           "; start it from a desktop, or draw without one: warplens gui "
                           "--headless --screenshot OUT.png (run, trace and lessons print and need "
                           "none)");
  }
  return platform::run_window(app, {options.width, options.height, options.screenshot});
}

}  // namespace warplens::gui
