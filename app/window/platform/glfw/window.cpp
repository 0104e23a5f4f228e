// The loop draws when something moves and sleeps when nothing does: an event wakes it, or the file
// watch's clock.
#include "app/window/platform/glfw/window.hpp"

#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "app/files/exit_status.hpp"
#include "app/window/platform/ending.hpp"
#include "app/window/platform/glfw/input.hpp"
#include "app/window/platform/image.hpp"
#include "app/window/platform/imgui_opengl.hpp"
#include "sim/base/say.hpp"

namespace warplens::platform {

namespace {

constexpr double kWatchSeconds = 0.3;  // between looks at the watched file
// The caret blinks while the editor has the keyboard, or a run has come further.
constexpr double kCaretSeconds = 0.1;
constexpr int kFramesAfterInput = 3;  // ImGui settles a click over several frames

struct Context {
  gui::App* app = nullptr;
  int frames_wanted = kFramesAfterInput;
  KeyQueue keys;
  std::string problem;  // with the screenshot
};

Context& context_of(GLFWwindow* window) {
  return *static_cast<Context*>(glfwGetWindowUserPointer(window));
}

void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
  context_of(window).keys.push({key, scancode, action, modifiers, 0, false});
}

void on_letter(GLFWwindow* window, unsigned character) {
  context_of(window).keys.push({0, 0, 0, 0, character, true});
}

// What happens with the mouse is drawn, also where it is polled in the last frame that was wanted
// for what came before.
void want_frames(GLFWwindow* window) {
  context_of(window).frames_wanted = kFramesAfterInput;
}

void on_mouse_button(GLFWwindow* window, int button, int action, int modifiers) {
  ImGui_ImplGlfw_MouseButtonCallback(window, button, action, modifiers);
  want_frames(window);
}

void on_scroll(GLFWwindow* window, double x, double y) {
  ImGui_ImplGlfw_ScrollCallback(window, x, y);
  want_frames(window);
}

void on_pointer(GLFWwindow* window, [[maybe_unused]] double x, [[maybe_unused]] double y) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui_ImplGlfw_CursorPosCallback(window, x, y);
#endif
  want_frames(window);
}

void tell_keys(GLFWwindow* window, Context& context) {
  for (const KeyEvent& event : context.keys.take()) {
    if (event.is_letter) {
      ImGui_ImplGlfw_CharCallback(window, event.character);
    } else {
      ImGui_ImplGlfw_KeyCallback(window, event.key, event.scancode, event.action, event.modifiers);
    }
    context.frames_wanted = kFramesAfterInput;
  }
}

void report_error(int code, const char* message) {
  if (code == GLFW_FORMAT_UNAVAILABLE) return;  // the clipboard holds no text
  std::fprintf(stderr, "warplens: %s\n", message);
}

void open_dropped(GLFWwindow* window, int count, const char** paths) {
  Context& context = context_of(window);
  if (count > 0) {
    context.app->session().apply({gui::action::OpenFile{paths[0]}});
    context.frames_wanted = kFramesAfterInput;
  }
}

// A window that is larger than the screen could not be seen whole.
void keep_on_screen(GLFWwindow* window) {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return;
  int x = 0, y = 0, most_width = 0, most_height = 0, width = 0, height = 0;
  glfwGetMonitorWorkarea(monitor, &x, &y, &most_width, &most_height);
  glfwGetWindowSize(window, &width, &height);
  const bool fits = width <= most_width && height <= most_height;
  if (most_width <= 0 || most_height <= 0 || fits) return;
  glfwSetWindowSize(window, std::min(width, most_width), std::min(height, most_height));
}

GLFWwindow* open_window(const WindowOptions& options) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  GLFWwindow* window =
      glfwCreateWindow(options.width, options.height, "warplens", nullptr, nullptr);
  if (window == nullptr) {
    return nullptr;
  }
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  if (gladLoadGL(glfwGetProcAddress) == 0) {
    glfwDestroyWindow(window);
    return nullptr;
  }
  keep_on_screen(window);
  return window;
}

float density_of(GLFWwindow* window) {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window, &x, &y);
  int window_width = 1, window_height = 1, pixels = 1, ignored = 1;
  glfwGetWindowSize(window, &window_width, &window_height);
  glfwGetFramebufferSize(window, &pixels, &ignored);
  // Where the system already counts in points (macOS), ImGui's framebuffer scale does the rest.
  return pixels > window_width ? 1.0f : std::max(x, 0.5f);
}

// "matmul_tiled.cu - step 3 of 82 - warplens", so that a window is known among others.
std::string title_of(const gui::State& model) {
  std::string title = model.file_name;
  if (model.is_modified) {
    title += std::string(" ") + label("(unsaved)");
  }
  if (!model.diagnostics.empty()) {
    title += " - " + say("{count} mistake(s)", "count"_a = model.diagnostics.size());
  }
  if (model.moment != nullptr) {
    title += " - " + say("step {step} of {count}", "step"_a = model.moment->step + 1,
                         "count"_a = model.run->recording->size());
  }
  return title + " - " + "warplens";
}

void draw_frame(GLFWwindow* window, Context& context, const std::string& screenshot) {
  gui::App& app = *context.app;
  if (app.prepare(density_of(window))) {
    gui::upload_fonts();
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  app.draw(glfwGetTime());
  ImGui::Render();
  int width = 0, height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  glViewport(0, 0, width, height);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (!screenshot.empty() && !app.is_moving()) {
    glReadBuffer(GL_BACK);  // before the swap: afterwards its content is undefined
    const Image image = read_pixels(width, height);
    context.problem = image.is_lost ? say("{file}: OpenGL gives no picture", "file"_a = screenshot)
                                    : write_png(image, screenshot);
    glfwSetWindowShouldClose(window, GLFW_TRUE);
  }
  glfwSwapBuffers(window);
}

void show_title(GLFWwindow* window, const gui::State& model, std::string& shown) {
  std::string title = title_of(model);
  if (title != shown) {
    glfwSetWindowTitle(window, title.c_str());
    shown = std::move(title);
  }
}

void loop(GLFWwindow* window, Context& context, const WindowOptions& options) {
  gui::App& app = *context.app;
  std::string title;
  while (!app.session().wants_quit() && ending_signal() == 0) {
    if (glfwWindowShouldClose(window) != 0) {
      app.session().apply({gui::action::Quit{}});
      glfwSetWindowShouldClose(window, GLFW_FALSE);
      context.frames_wanted = kFramesAfterInput;  // unsaved changes: the window says so
      continue;
    }
    if (context.frames_wanted > 0 || (app.is_moving() && !app.is_moving_slowly())) {
      glfwPollEvents();
      context.frames_wanted = std::max(context.frames_wanted - 1, 0);
    } else {
      const double before = glfwGetTime();
      const bool is_short = app.frame().panels.source.focused || app.is_moving_slowly();
      const double patience = is_short ? kCaretSeconds : kWatchSeconds;
      glfwWaitEventsTimeout(patience);
      if (context.frames_wanted > 0 || glfwGetTime() - before < patience * 0.95) {
        context.frames_wanted = kFramesAfterInput;  // an event, not the clock
      } else {
        app.session().update(glfwGetTime());
        if (!app.is_moving() && !app.frame().panels.source.focused && !app.is_clock_due()) {
          continue;  // nothing to draw
        }
      }
    }
    if (glfwGetWindowAttrib(window, GLFW_ICONIFIED) != 0) {
      glfwWaitEventsTimeout(kWatchSeconds);
      app.session().update(glfwGetTime());  // what was ordered goes on
      continue;
    }
    tell_keys(window, context);
    draw_frame(window, context, options.screenshot);
    show_title(window, app.session().model(), title);
  }
}

}  // namespace

base::Result<bool, std::string> can_open_window() {
  if (auto opened = open_glfw(); !opened) {
    return base::fail(
        say("the window cannot be opened, because GLFW is missing: {cause} (Debian: apt install "
            "libglfw3)",
            "cause"_a = opened.error()));
  }
  if (glfwInit() != GLFW_TRUE) {
    return base::fail(say("there is no display to open a window on"));
  }
  // Stays open for run_window: a display server without other clients begins anew when its last one
  // leaves, and refuses the next one meanwhile.
  return true;
}

int run_window(gui::App& app, const WindowOptions& options) {
  glfwSetErrorCallback(report_error);
  if (glfwInit() != GLFW_TRUE) {
    return files::kExitNotMeasured;
  }
  GLFWwindow* window = open_window(options);
  if (window == nullptr) {
    std::fprintf(stderr, "warplens: %s\n", label("no window with OpenGL 3.3 can be opened"));
    glfwTerminate();
    return files::kExitNotMeasured;
  }
  Context context;
  context.app = &app;
  glfwSetWindowUserPointer(window, &context);
  glfwSetDropCallback(window, open_dropped);
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  glfwSetKeyCallback(window, on_key);
  glfwSetCharCallback(window, on_letter);
  glfwSetMouseButtonCallback(window, on_mouse_button);
  glfwSetScrollCallback(window, on_scroll);
  glfwSetCursorPosCallback(window, on_pointer);
  const auto backend = start_imgui_opengl();
  if (backend) {
    loop(window, context, options);
    ImGui_ImplOpenGL3_Shutdown();
  } else {
    std::fprintf(stderr, "warplens: %s\n", backend.error().c_str());
  }
  ImGui_ImplGlfw_Shutdown();
  glfwDestroyWindow(window);
  glfwTerminate();
  if (!context.problem.empty()) {
    std::fprintf(stderr, "warplens: %s\n", context.problem.c_str());
  }
  return backend && context.problem.empty() ? 0 : 2;
}

}  // namespace warplens::platform
