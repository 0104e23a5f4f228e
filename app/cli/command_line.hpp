// What the words of a command line say, before anything is opened or run.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/platform/run_gui.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::cli {

enum class Action : uint8_t { kNothing, kGui, kRun, kTrace, kCheckHardware, kLessons, kDevices };

struct Dump {  // --dump NAME=FILE
  std::string array, path;
};

struct CommandLine {
  Action action = Action::kNothing;
  std::string target;  // FILE.cu or a lesson's id; check-hardware: the table
  launch::LaunchOptions launch;
  std::string lessons_folder;
  bool json = false;
  bool mismatches = false;
  std::vector<Dump> dumps;
  std::array<uint32_t, 3> at{0, 0, 0};  // the block to trace
  std::optional<uint32_t> warp;
  gui::GuiOptions gui;

  // kNothing: what to print, and the exit status to end with (0 for --help).
  std::string message;
  int status = 0;
};

CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace warplens::cli
