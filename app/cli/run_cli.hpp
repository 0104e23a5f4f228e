// The command line as one function. Everything is written to the given streams, so that tests call
// it as a user would.
#pragma once

#include <atomic>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "app/files/exit_status.hpp"
#include "app/languages/catalogue.hpp"
#include "app/window/platform/run_gui.hpp"

namespace warplens::cli {

// Opens the window; empty in a build without one.
using OpenWindow = std::function<int(const gui::GuiOptions&)>;

struct Surroundings {
  std::ostream& out;
  std::ostream& err;
  OpenWindow open_window;
  // Starts the process that measures; empty: this program itself, as `warplens measure-child`.
  std::vector<std::string> measuring_command = {};
  // Set by a signal: commands stop and print what was counted so far. May be null.
  const std::atomic<bool>* interrupted = nullptr;

  // Where a person reads the error stream: replaces the line that it showed last. May be empty.
  std::function<void(const std::string& line)> show_progress = {};

  // What texts may be translated into (app/languages/README.md).
  std::span<const languages::Catalogue> languages = {};

  // Starts a process that compiles as a GPU's compiler does: `warplens compile-child`; empty:
  // nothing is compiled.
  std::vector<std::string> compiling_command = {};

  bool is_terminal = false;  // a person reads `out`: nothing that a terminal obeys is written

  // The next bytes of the standard input, at most so many; none at its end. May be empty.
  std::function<std::string(size_t most)> read_input = {};

  bool is_interrupted() const { return interrupted != nullptr && interrupted->load(); }
};

using files::kExitCut;
using files::kExitDiffers;
using files::kExitDone;
using files::kExitFindings;
using files::kExitInterrupted;
using files::kExitMistake;
using files::kExitNotMeasured;
using files::worse;

int run_cli(int argc, const char* const* argv, const Surroundings& surroundings);

}  // namespace warplens::cli
