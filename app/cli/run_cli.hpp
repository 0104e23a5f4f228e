// The command line as one function. Everything is written to the given streams, so that tests call
// it as a user would.
#pragma once

#include <functional>
#include <iosfwd>

#include "app/gui/platform/run_gui.hpp"

namespace warplens::cli {

// Opens the window; empty in a build without one.
using OpenWindow = std::function<int(const gui::GuiOptions&)>;

struct Surroundings {
  std::ostream& out;
  std::ostream& err;
  OpenWindow open_window;
};

// Exit statuses: 0 it ran; 1 check-hardware found a difference; 2 the user's mistake; 3 stopped at
// the step limit.
inline constexpr int kExitDone = 0, kExitDiffers = 1, kExitMistake = 2, kExitStepLimit = 3;

int run_cli(int argc, const char* const* argv, const Surroundings& surroundings);

}  // namespace warplens::cli
