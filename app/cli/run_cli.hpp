// The command line as one function. Everything is written to the given streams, so that tests call
// it as a user would.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "app/gui/platform/run_gui.hpp"

namespace warplens::cli {

// Opens the window; empty in a build without one.
using OpenWindow = std::function<int(const gui::GuiOptions&)>;

struct Surroundings {
  std::ostream& out;
  std::ostream& err;
  OpenWindow open_window;
  // Starts the process that measures; empty: this program itself, as `warplens measure-child`.
  std::vector<std::string> measuring_command = {};
};

// Exit statuses: 0 it ran; 1 check-hardware or compare found a difference; 2 the user's mistake; 3
// stopped at the step limit; 4 it could not be measured (no GPU here, or the kernel failed on it).
inline constexpr int kExitDone = 0, kExitDiffers = 1, kExitMistake = 2, kExitStepLimit = 3,
                     kExitNotMeasured = 4;

int run_cli(int argc, const char* const* argv, const Surroundings& surroundings);

}  // namespace warplens::cli
