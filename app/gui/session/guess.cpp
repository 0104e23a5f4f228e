#include "app/gui/session/guess.hpp"

#include <utility>

#include "app/files/files.hpp"
#include "sim/engine/guess.hpp"

namespace warplens::gui {

Guess guess_launch(const base::SourceFile& file, const std::string& kernel,
                   const std::atomic<bool>* cancelled) {
  Guess guess;
  guess.launch.grid = {2, 1, 1};
  guess.launch.block = {256, 1, 1};
  engine::Request request;
  request.file = file;
  request.read_file = files::file_reader();
  request.read_include = files::include_reader(file.name(), {});
  request.cancelled = cancelled;
  launch::LaunchOptions given;
  if (!kernel.empty()) given.kernel = kernel;
  base::Checked<engine::Guess> guessed = engine::guess_launch(request, given);
  if (!guessed.ok()) {
    guess.errors = guessed.error();
    return guess;
  }
  guess.launch = std::move(guessed->launch);
  guess.kernels = std::move(guessed->kernels);
  return guess;
}

}  // namespace warplens::gui
