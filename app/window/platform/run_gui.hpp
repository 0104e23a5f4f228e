// The window as one call: on a display, or offscreen with a script.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/measuring/measurer.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::gui {

struct GuiOptions {
  std::string target;             // lesson id or path of a .cu file; empty: the first lesson
  launch::LaunchOptions launch;   // laid over the target's own
  std::string lessons_folder;     // a user's own lessons, after the built-in ones; may be empty
  std::string course_folder;      // lessons in the place of the course's; may be empty
  std::string lecture;            // lecture::open() takes it: it is played; empty: none
  std::string recordings_folder;  // a user's own measurements; may be empty
  std::shared_ptr<Measurer> measurer;          // null: this machine's GPU
  std::vector<std::string> compiling_command;  // as SessionOptions has it
  bool in_slices = false;  // no thread beside the window's: jobs are done in parts between frames
  bool headless = false;
  std::string script;       // path; headless only
  std::string script_text;  // in place of a file's; headless only
  std::string film;         // path of a GIF of what the script does; headless only
  std::string screenshot;   // path of a PNG written at the end
  // A script ends before its next action when it becomes true; null: nothing ends it.
  const std::atomic<bool>* interrupted = nullptr;
  // Called with the path of each picture and film that a script has written; may be empty.
  std::function<void(const std::string& path)> on_written;
  prepare::MemoryLimits memory;
  bool light = false;  // the theme: dark letters on a light ground
  int width = 1600, height = 1000;
  double patience = 0.15;  // [seconds] for jobs to end when the window has closed
};

// The process's exit status: 0, 1 (a script's assertion failed), 2 (the user's mistake, a file that
// cannot be written, no display or memory for a window), 130 (a script was interrupted). May end
// the process itself, where a job goes on that cannot be ended.
int run_gui(const GuiOptions& options);

}  // namespace warplens::gui
