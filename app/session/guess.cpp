#include "app/session/guess.hpp"

#include <fmt/ranges.h>

#include <utility>

#include "app/files/files.hpp"
#include "sim/prepare/guess.hpp"

namespace warplens::gui {

Guess guess_launch(const base::SourceFile& file, const launch::LaunchOptions& given,
                   const std::atomic<bool>* cancelled) {
  launch::Launch usual;
  usual.grid = {2, 1, 1};
  usual.block = {256, 1, 1};
  Guess guess;
  guess.launch = launch::apply(std::move(usual), given);
  prepare::Request request;
  request.file = file;
  request.read_file = files::file_reader();
  request.read_include = files::include_reader(file.name(), given.includes);
  request.cancelled = cancelled;
  base::Checked<prepare::Guess> guessed = prepare::guess_launch(request, given);
  if (!guessed.ok()) {
    guess.errors = guessed.error();
    return guess;
  }
  guess.launch = std::move(guessed->launch);
  guess.kernels = std::move(guessed->kernels);
  guess.place = std::move(guessed->place);
  guess.host = std::move(guessed->host);
  guess.unknown = std::move(guessed->unknown);
  guess.note = std::move(guessed->note);
  guess.place.guessed = fmt::format("{}", fmt::join(guessed->guessed, " "));
  return guess;
}

}  // namespace warplens::gui
