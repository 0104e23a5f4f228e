// Every action is followed by the frames a person's would be, so that ImGui sees the pointer come,
// press and release.
#include "app/window/platform/headless.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "app/files/save.hpp"
#include "app/window/platform/glfw/input.hpp"
#include "sim/base/say.hpp"

namespace warplens::platform {

namespace {

constexpr float kFrame = 1.0f / 60;  // [seconds]
constexpr uint32_t kFramesOfAPicture = 6;

}  // namespace

void Headless::frame() {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize =
      ImVec2(static_cast<float>(screen_.width()), static_cast<float>(screen_.height()));
  io.DeltaTime = kFrame;
  now_ += static_cast<double>(kFrame);
  if (app_.prepare(1.0f)) {
    gui::upload_fonts();
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  app_.draw(now_);
  ImGui::Render();
  if (is_filmed_ && is_rolling_ && ++frames_ >= kFramesOfAPicture) take_picture();
}

void Headless::take_picture() {
  frames_ = 0;
  screen_.draw();
  film_.add(screen_.picture(), kFramesOfAPicture * static_cast<double>(kFrame));
}

std::string Headless::save_film(const std::string& path) {
  const auto bytes = film_.gif();
  return note_written(
      path, bytes ? files::write_bytes(path, *bytes)
                  : say("{file}: {problem}", "file"_a = path, "problem"_a = bytes.error()));
}

std::string Headless::note_written(const std::string& path, std::string problem) const {
  if (problem.empty() && on_written_) on_written_(path);
  return problem;
}

void Headless::settle() {
  for (int i = 0; i < 600; ++i) {
    app_.session().wait_idle();
    frame();
    const bool is_resting = !app_.is_moving() || app_.session().model().options.playing;
    if (is_resting && i >= 3) {
      return;
    }
  }
}

base::Result<ImVec2, std::string> Headless::middle_of(const std::string& widget) const {
  const ui::WidgetRect* rect = app_.ui().probe.find(widget);
  if (rect == nullptr) {
    return base::fail(say("no widget {widget} is drawn", "widget"_a = widget));
  }
  if (!rect->visible) {
    return base::fail(say("the widget {widget} is hidden", "widget"_a = widget));
  }
  return ImVec2((rect->min.x + rect->max.x) / 2, (rect->min.y + rect->max.y) / 2);
}

base::Result<bool, std::string> Headless::press(const std::string& widget) {
  const auto at = middle_of(widget);
  if (!at) return base::fail(at.error());
  send_pointer(*at);
  frame();
  frame();
  send_button(true);
  frame();
  send_button(false);
  frame();
  frame();
  return true;
}

base::Result<bool, std::string> Headless::drag(const std::string& widget, float right) {
  const auto at = middle_of(widget);
  if (!at) return base::fail(at.error());
  ImGui::GetIO().MouseDrawCursor = true;
  ui::send_key(ui::Key::kAlt, true);
  send_pointer(*at);
  frame();
  frame();
  send_button(true);
  frame();
  send_pointer(ImVec2(at->x + right, at->y));
  frame();
  frame();
  return true;
}

void Headless::drop() {
  send_button(false);
  ui::send_key(ui::Key::kAlt, false);
  frame();
  ImGui::GetIO().MouseDrawCursor = false;
}

void Headless::take_pointer_away() {
  send_pointer(ImVec2(-1, -1));
  frame();
}

void Headless::press_key(ui::Key key, ui::Modifiers with) {
  if (with.control) ui::send_key(ui::Key::kCtrl, true);
  if (with.shift) ui::send_key(ui::Key::kShift, true);
  if (with.alt) ui::send_key(ui::Key::kAlt, true);
  ui::send_key(key, true);
  frame();
  ui::send_key(key, false);
  ui::send_key(ui::Key::kCtrl, false);
  ui::send_key(ui::Key::kShift, false);
  ui::send_key(ui::Key::kAlt, false);
  frame();
}

void Headless::type(const std::string& utf8) {
  send_text(utf8);
  frame();
  frame();
}

void Headless::resize(int width, int height) {
  screen_.resize(width, height);
}

std::string Headless::save_picture(const std::string& path) {
  constexpr int kAttempts = 5;
  Image image;
  int attempts = 0;
  do {
    frame();
    screen_.draw();
    image = screen_.picture();
  } while (image.is_lost && ++attempts < kAttempts);
  if (image.is_lost)
    return note_written(path, say("{file}: OpenGL gives no picture", "file"_a = path));
  const gui::Paper paper = app_.session().model().options.paper;
  const bool is_cut = paper == gui::Paper::kText || paper == gui::Paper::kPicture;
  const int margin = static_cast<int>(app_.ui().theme.unit);
  return note_written(
      path, write_png(is_cut ? without_free_foot(std::move(image), margin) : image, path));
}

}  // namespace warplens::platform
