// The window without a window: frames drawn offscreen, input given by a script, time that passes as
// fast as the script says.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/window/kit/keys.hpp"
#include "app/window/platform/app.hpp"
#include "app/window/platform/egl/offscreen.hpp"
#include "app/window/platform/image.hpp"

namespace warplens::platform {

class Headless {
 public:
  // gui::GuiOptions has the last two.
  Headless(gui::App& app, Offscreen& screen, const std::atomic<bool>* interrupted = nullptr,
           std::function<void(const std::string& path)> on_written = {})
      : app_(app), screen_(screen), interrupted_(interrupted), on_written_(std::move(on_written)) {}

  bool is_interrupted() const { return interrupted_ != nullptr && interrupted_->load(); }

  // One frame, 1/60 s later.
  void frame();
  // Frames until nothing runs and nothing moves; at most ten seconds of the window's time.
  void settle();
  // Pointer to the middle of the widget, button down, button up. An error if it is not drawn, or
  // hidden.
  base::Result<bool, std::string> press(const std::string& widget);
  // Takes hold of it with Alt and moves so far to the right [pixels]; the pointer is drawn from
  // then on, until drop() lets go. An error as press() gives.
  base::Result<bool, std::string> drag(const std::string& widget, float right);
  void drop();
  void take_pointer_away();
  void press_key(ui::Key key, ui::Modifiers with = {});
  void type(const std::string& utf8);
  void resize(int width, int height);
  // "" or what went wrong, one sentence that starts with the path.
  std::string save_picture(const std::string& path);

  // From now on, frames are part of a film, ten a second of the window's time.
  void start_film() {
    film_ = {};
    frames_ = 0;
    is_filmed_ = is_rolling_ = true;
  }
  void end_film() { is_filmed_ = false; }
  // Whether they are, of one that was started.
  void roll(bool is_on) { is_rolling_ = is_on; }
  // "" or what went wrong, as above.
  std::string save_film(const std::string& path);

  gui::App& app() { return app_; }
  const Offscreen& screen() const { return screen_; }

 private:
  gui::App& app_;
  Offscreen& screen_;
  const std::atomic<bool>* interrupted_;
  std::function<void(const std::string& path)> on_written_;
  void take_picture();
  // `problem`: of writing the file; it is returned.
  std::string note_written(const std::string& path, std::string problem) const;
  // Where its middle is, if it can be seen.
  base::Result<ImVec2, std::string> middle_of(const std::string& widget) const;

  double now_ = 0;
  bool is_filmed_ = false, is_rolling_ = true;
  uint32_t frames_ = 0;  // since the last one that is in the film
  Film film_;
};

// A script of the window: one action a line, what a person would do and what they should then see.
// README.md lists the actions.

struct ScriptEnd {
  int status = 0;       // 0; 1: an assertion failed; 2: the script is wrong; 130: interrupted
  std::string message;  // "script:LINE: what"; empty if nothing is wrong
};

// `name` comes before the line number in messages.
ScriptEnd run_script(Headless& window, const std::string& name, const std::string& text);

}  // namespace warplens::platform
