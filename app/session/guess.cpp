#include "app/session/guess.hpp"

#include <fmt/ranges.h>

#include <utility>

#include "app/files/files.hpp"

namespace warplens::gui {

namespace {

launch::Launch usual_launch(const launch::LaunchOptions& given) {
  launch::Launch usual;
  usual.grid = {2, 1, 1};
  usual.block = {256, 1, 1};
  return launch::apply(std::move(usual), given);
}

prepare::Request request_for(const base::SourceFile& file, const launch::LaunchOptions& given,
                             const std::atomic<bool>* cancelled) {
  prepare::Request request;
  request.file = file;
  request.read_file = files::file_reader();
  request.read_include = files::include_reader(file.name(), given.includes);
  request.cancelled = cancelled;
  return request;
}

}  // namespace

GuessMaking::GuessMaking(const base::SourceFile& file, const launch::LaunchOptions& given,
                         const std::atomic<bool>* cancelled)
    : usual_(usual_launch(given)),
      making_(request_for(file, given, cancelled), given, prepare::LaunchGuess::Of::kOneKernel) {}

Guess GuessMaking::take() {
  Guess guess;
  guess.launch = std::move(usual_);
  base::Checked<std::vector<prepare::Guess>> made = making_.take();
  if (!made.ok()) {
    guess.errors = made.error();
    return guess;
  }
  prepare::Guess guessed = made->empty() ? prepare::Guess{} : std::move(made->front());
  guess.launch = std::move(guessed.launch);
  guess.kernels = std::move(guessed.kernels);
  guess.place = std::move(guessed.place);
  guess.host = std::move(guessed.host);
  guess.unknown = std::move(guessed.unknown);
  guess.note = std::move(guessed.note);
  guess.place.guessed = fmt::format("{}", fmt::join(guessed.guessed, " "));
  return guess;
}

Guess guess_launch(const base::SourceFile& file, const launch::LaunchOptions& given,
                   const std::atomic<bool>* cancelled) {
  GuessMaking making(file, given, cancelled);
  return base::whole(making, cancelled);
}

}  // namespace warplens::gui
