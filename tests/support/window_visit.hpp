// The window drawn offscreen for a program that visits many places in it: what is done there, and
// whether it can be read. Each text's problem is told once, where it is met first.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "app/window/platform/headless.hpp"

namespace warplens::tests {

struct Screen {
  int width = 0, height = 0;  // [pixels]
  float scale = 1;
  friend bool operator==(const Screen&, const Screen&) = default;
};

class WindowVisit {
 public:
  explicit WindowVisit(platform::Headless& window) : window_(window) {}

  // From now on what is read is of `subject`, on that screen, in the window's first options.
  void begin(const std::string& subject, const Screen& screen, bool is_light) {
    name_ = fmt::format("{} {}x{} scale {} {}", subject, screen.width, screen.height, screen.scale,
                        is_light ? "light" : "dark");
    window_.resize(screen.width, screen.height);
    change([&](gui::ViewOptions& options) {
      options = {};
      options.scale = screen.scale;
      options.light = is_light;
    });
  }

  platform::Headless& window() { return window_; }
  const gui::State& model() const { return window_.app().session().model(); }
  const ui::Probe& probe() const { return window_.app().ui().probe; }

  void act(gui::Action action) {
    window_.app().session().apply({std::move(action)});
    window_.settle();
  }
  void change(const std::function<void(gui::ViewOptions&)>& how) {
    act(gui::action::ChangeOptions{how});
  }
  // False: it can't be pressed.
  bool press(const std::string& widget) {
    const auto pressed = window_.press(widget);
    window_.settle();
    return static_cast<bool>(pressed);
  }

  void read(const std::string& place) {
    for (const std::string& problem : ui::unreadable(probe().texts())) {
      if (seen_.insert(problem.substr(0, problem.rfind(" at "))).second) print(place, problem);
    }
  }
  // Letters on the stage that the last row of a room can't read.
  void read_small(const std::string& place) {
    const float least = 12 * model().options.scale;
    for (const ui::DrawnText& text : probe().texts()) {
      if (text.size == 0 || text.size >= least || !seen_.insert(text.text + " small").second)
        continue;
      print(place, fmt::format("\"{}\" has letters of {:.1f} pixels", text.text,
                               static_cast<double>(text.size)));
    }
  }
  // Something else that is wrong there.
  void fail(const std::string& place, const std::string& problem) {
    ++failures_;
    print(place, problem);
  }

  size_t problems() const { return seen_.size() + failures_; }

 private:
  void print(const std::string& place, const std::string& problem) const {
    std::printf("%s, %s: %s\n", name_.c_str(), place.c_str(), problem.c_str());
  }

  platform::Headless& window_;
  std::string name_;
  std::set<std::string> seen_;
  size_t failures_ = 0;
};

}  // namespace warplens::tests
