// What a person with no plan does: a table of actions, each taken by chance.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "app/window/platform/headless.hpp"
#include "tests/gui/walk/nasty_text.hpp"

namespace warplens::tests {

class Walker {
 public:
  Walker(platform::Headless& window, uint64_t seed);

  // "" or what went wrong, with the action's number.
  std::string walk(int actions);

 private:
  struct Entry {
    int weight;
    void (Walker::*act)();
  };
  static const std::vector<Entry> kEntries;

  void press_widget();
  void press_twice();
  void drag();
  void turn_wheel();
  void press_key();
  void press_letter();
  void hold_key();
  void type_text();
  void paste_text();
  void edit_field();
  void open_lesson();
  void open_file();
  void set_parameter();
  void change_window();
  void change_scale();
  void save();
  void write_file_elsewhere();
  void turn_page();
  void go_somewhere();
  void pass_time();
  void quit_or_cancel();

  void log(const std::string& what);
  void act(gui::Action action);
  const ui::WidgetRect* some_widget();
  ImVec2 some_point();
  // Frames until nothing moves; what takes longer than a moment is cancelled.
  void settle();
  std::string complaint();

  platform::Headless& window_;
  Chance chance_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> log_;
  int number_ = 0;
};

}  // namespace warplens::tests
