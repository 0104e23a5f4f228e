#include "app/session/text/completion.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/files.hpp"
#include "app/session/guess.hpp"
#include "sim/base/say.hpp"
#include "sim/prepare/fragment.hpp"

namespace warplens::gui {

namespace {

// What was guessed, as the text would have it: "int n, float* a, row=0".
std::string guessed_words(const prepare::Fragment& fragment) {
  constexpr std::string_view kArgument = "--arg ";
  std::vector<std::string> words;
  for (const std::string& guessed : fragment.guessed) {
    if (guessed.starts_with("__global__")) continue;  // that is shown by itself
    const bool is_argument = guessed.starts_with(kArgument);
    words.push_back(is_argument ? guessed.substr(kArgument.size()) : guessed);
  }
  return words.empty() ? "" : say("Guessed: {values}.", "values"_a = fmt::join(words, ", "));
}

// "--grid 1 --block 32".
std::string sizes_words(const launch::Launch& launch) {
  launch::Launch sizes;
  sizes.grid = launch.grid;
  sizes.block = launch.block;
  return launch::print(sizes);
}

}  // namespace

std::optional<Opened> completed(const lessons::Target& as_it_is, launch::LaunchOptions given,
                                const std::atomic<bool>* cancelled) {
  prepare::Request request;
  request.file = as_it_is.file;
  request.launch = as_it_is.launch;
  request.read_include = files::include_reader(request.file.name(), given.includes);
  request.cancelled = cancelled;
  std::optional<prepare::Fragment> fragment = prepare::complete_fragment(request);
  // One mistyped name is a mistake, and is reported as one.
  if (!fragment || !(fragment->is_piece || !fragment->defines.empty())) return std::nullopt;
  given.defines.insert(given.defines.end(), fragment->defines.begin(), fragment->defines.end());
  given.arguments.insert(given.arguments.end(), fragment->arguments.begin(),
                         fragment->arguments.end());
  const base::SourceFile file(request.file.name(), fragment->text);
  Guess guess = guess_launch(file, given, cancelled);
  if (!guess.errors.empty()) return std::nullopt;
  Opened opened;
  opened.target = as_it_is;
  if (file.text() != request.file.text()) opened.completed = file.text();
  opened.target.launch = std::move(guess.launch);
  opened.target.launch_place = std::move(guess.place);
  opened.target.has_launch = true;
  opened.meant = std::move(fragment->meant);
  opened.remark = guessed_words(*fragment);
  opened.remark +=
      (opened.remark.empty() ? "" : " ") +
      say("The launch is a guess, too: {sizes}.", "sizes"_a = sizes_words(opened.target.launch));
  if (request.file.text().find("__global__") == std::string::npos)
    opened.remark = label("There is no kernel in the text: it is put into one.") +
                    std::string(" ") + opened.remark;
  return opened;
}

// The piece is completed anew, so that nothing stays of what was guessed for the name.
void Session::Impl::on(const action::MeanName& a) {
  if (a.index >= model.meant_names.size() || open_.piece.empty()) return;
  lessons::Target target;
  const std::string text = prepare::with_name(open_.piece, model.meant_names[a.index]);
  target.file = base::SourceFile(source().name(), text);
  target.launch.device = model.launch.device;
  const auto work = [this, target](base::Slice& slice) -> std::optional<TextEnd> {
    launch::LaunchOptions given;
    std::optional<Opened> opened = completed(target, given, slice.cancelled());
    if (!opened) return TextEnd([] {});
    return [this, opened = std::move(*opened), text = target.file.text()] {
      model.launch = opened.target.launch;
      take_device(model.launch);
      model.launch_place = opened.target.launch_place;
      model.meant_names = opened.meant;
      open_.piece = text;
      take_fixed_text(opened.completed.value_or(text), false, opened.remark);
    };
  };
  open_.is_opening = false;
  start_text(work, [this](const std::string& why) { model.notice = why; });
}

}  // namespace warplens::gui
