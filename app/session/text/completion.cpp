#include "app/session/text/completion.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/files.hpp"
#include "sim/base/say.hpp"

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

Completion::Completion(lessons::Target as_it_is, launch::LaunchOptions given,
                       const std::atomic<bool>* cancelled)
    : as_it_is_(std::move(as_it_is)), given_(std::move(given)), cancelled_(cancelled) {
  prepare::Request request;
  request.file = as_it_is_.file;
  request.launch = as_it_is_.launch;
  request.read_include = files::include_reader(request.file.name(), given_.includes);
  request.cancelled = cancelled;
  work_.add_part(std::make_shared<prepare::FragmentCompletion>(request),
                 [this](prepare::FragmentCompletion& making) { take_fragment(making.take()); });
}

void Completion::take_fragment(std::optional<prepare::Fragment> fragment) {
  // One mistyped name is a mistake, and is reported as one.
  if (!fragment || !(fragment->is_piece || !fragment->defines.empty())) return;
  given_.defines.insert(given_.defines.end(), fragment->defines.begin(), fragment->defines.end());
  given_.arguments.insert(given_.arguments.end(), fragment->arguments.begin(),
                          fragment->arguments.end());
  const base::SourceFile file(as_it_is_.file.name(), fragment->text);
  fragment_ = std::move(fragment);
  work_.add_part(std::make_shared<GuessMaking>(file, given_, cancelled_),
                 [this](GuessMaking& making) { take_guess(making.take()); });
}

void Completion::take_guess(Guess guess) {
  if (!guess.errors.empty()) return;
  const std::string& before = as_it_is_.file.text();
  Opened opened;
  opened.target = as_it_is_;
  if (fragment_->text != before) opened.completed = fragment_->text;
  opened.target.launch = std::move(guess.launch);
  opened.target.launch_place = std::move(guess.place);
  opened.target.has_launch = true;
  opened.meant = std::move(fragment_->meant);
  opened.remark = guessed_words(*fragment_);
  opened.remark +=
      (opened.remark.empty() ? "" : " ") +
      say("The launch is a guess, too: {sizes}.", "sizes"_a = sizes_words(opened.target.launch));
  if (before.find("__global__") == std::string::npos)
    opened.remark = label("There is no kernel in the text: it is put into one.") +
                    std::string(" ") + opened.remark;
  opened_ = std::move(opened);
}

// The piece is completed anew, so that nothing stays of what was guessed for the name.
void Session::Impl::on(const action::MeanName& a) {
  if (a.index >= model.meant_names.size() || open_.piece.empty()) return;
  lessons::Target target;
  const std::string text = prepare::with_name(open_.piece, model.meant_names[a.index]);
  target.file = base::SourceFile(source().name(), text);
  target.launch.device = model.launch.device;
  const auto completion = std::make_shared<std::optional<Completion>>();
  const auto work = [this, target, completion](base::Slice& slice) -> std::optional<TextEnd> {
    if (!*completion) completion->emplace(target, launch::LaunchOptions{}, slice.cancelled());
    if ((*completion)->advance(slice) == base::Progress::kMore) return std::nullopt;
    std::optional<Opened> opened = (*completion)->take();
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
