// The launch of a text that has none of its own: guesses, the form that shows them, what is typed
// there.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/session/guess.hpp"
#include "app/session/session_impl.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

// `then` with guesses for the present text, of whose launch the kernel and what decides about its
// reading count; not if something else is requested of a text meanwhile.
void Session::Impl::start_guess(const launch::Launch& launch, std::function<void(Guess)> then) {
  launch::LaunchOptions given;
  if (!launch.kernel.empty()) given.kernel = launch.kernel;
  given.defines = launch.defines;
  given.includes = launch.includes;
  const auto making = std::make_shared<std::optional<GuessMaking>>();
  const auto work = [file = source(), given, then,
                     making](base::Slice& slice) -> std::optional<TextEnd> {
    if (!*making) making->emplace(file, given, slice.cancelled());
    if ((*making)->advance(slice) == base::Progress::kMore) return std::nullopt;
    return [then, guess = (*making)->take()] { then(guess); };
  };
  open_.is_opening = false;
  start_text(work, [then](const std::string& why) {
    Guess none;
    none.errors = {base::placeless(why)};
    then(std::move(none));
  });
  model.busy = true;
}

// What the form offers of the text.
void Session::Impl::take_kernels(Guess& guess) {
  model.kernels = std::move(guess.kernels);
  model.host_launches = std::move(guess.host);
  model.unknown_launch = std::move(guess.unknown);
}

// Shows the form, with guesses as far as the text compiles; else with the sizes of the host code's
// launch, if there is one. An edit that mends the text brings the guesses.
void Session::Impl::ask_for_launch(Guess guess) {
  open_.guess_failed = guess.kernels.empty();
  if (!open_.guess_failed || model.launch_place.empty()) {
    model.launch = std::move(guess.launch);
    model.launch_place = std::move(guess.place);
  }
  model.guess_note = guess.note;
  take_kernels(guess);
  model.form_launch.reset();
  model.diagnostics = std::move(guess.errors);
  model.needs_launch = model.launch_shown = true;
}

// --------------------------------------------------------------------------------------------------
// the form

void Session::Impl::on(const action::ChangeLaunch& a) {
  launch::Launch typed = model.launch;
  a.change(typed);
  take_typed(typed);
}

// The first use of a template names its arguments only, or another instance than the guessed one:
// the form is filled with guesses for that instance.
void Session::Impl::take_typed(const launch::Launch& typed) {
  const bool is_instance = typed.kernel.find('<') != std::string::npos;
  const bool is_other =
      typed.kernel != model.launch.kernel && typed.arguments == model.launch.arguments;
  if (!model.needs_launch || !is_instance || !(typed.arguments.empty() || is_other)) {
    run_typed(typed);
    return;
  }
  start_guess(typed, [this, typed](Guess guess) {
    if (!take_instance(typed, std::move(guess))) run_typed(typed);
  });
}

void Session::Impl::run_typed(const launch::Launch& typed) {
  const base::Result<launch::Includes, std::string> includes = files::whole_paths(typed.includes);
  if (!includes) {
    model.notice = includes.error();
    return;
  }
  launch::Launch other = typed;
  other.device = model.launch.device;
  wishes_.has_launch |= !(other == model.launch);
  if (!(other == model.launch)) model.launch_place = {};
  if (typed.device != model.launch.device) wishes_.device = typed.device;
  if (model.form_launch && typed == model.form_launch->launch)
    model.launch_place = model.form_launch->place;
  model.form_launch.reset();
  if (typed.arguments != model.launch.arguments) model.guess_note.clear();
  model.launch = typed;
  model.launch.includes = *includes;
  model.needs_launch = model.launch_shown = false;
  request_run(Reason::kChange);
  if (!model.guess_note.empty()) model.notice = newest_.remark = guess_remark();
}

std::string Session::Impl::not_run_remark() const {
  const base::Diagnostic& why = model.not_run.front();
  const bool is_here = why.has_place && why.file == nullptr;
  return is_here ? say("main() is not run, because of line {line}: its kernel is shown alone, with "
                       "what is guessed for its launch.",
                       "line"_a = source().line_of(why.span.begin))
                 : label(
                       "main() is not run: its kernel is shown alone, with what is guessed for "
                       "its launch.");
}

std::string Session::Impl::guess_remark() const {
  return say("The launch is a guess ({launch}): {note}.", "launch"_a = launch::print(model.launch),
             "note"_a = model.guess_note);
}

// What was typed of its sizes stays.
bool Session::Impl::take_instance(const launch::Launch& typed, Guess guess) {
  if (guess.launch.arguments.empty()) {
    return false;
  }
  if (!(typed.grid == model.launch.grid)) guess.launch.grid = typed.grid;
  if (!(typed.block == model.launch.block)) guess.launch.block = typed.block;
  guess.launch.kernel = typed.kernel;
  guess.launch.device = typed.device;
  guess.launch.defines = typed.defines;
  guess.launch.then = typed.then;
  model.launch = std::move(guess.launch);
  take_kernels(guess);
  model.diagnostics.clear();
  open_.guess_failed = false;
  return true;
}

// Where the launch does not fit the text (another kernel was pasted), the form holds guesses for
// the text, and of the launch what still has its name.
void Session::Impl::on(const action::ShowLaunch& a) {
  model.launch_shown = a.shown;
  model.form_launch.reset();
  if (!a.shown || model.diagnostics.empty()) {
    return;
  }
  start_guess(model.launch, [this](Guess guess) {
    if (guess.launch.arguments.empty() && !model.launch.kernel.empty()) {
      launch::Launch any = model.launch;
      any.kernel.clear();
      start_guess(any, [this](Guess other) { take_form(std::move(other)); });
    } else {
      take_form(std::move(guess));
    }
  });
}

void Session::Impl::take_form(Guess guess) {
  bool fits = true;
  for (launch::Argument& argument : guess.launch.arguments) {
    const auto had =
        std::find_if(model.launch.arguments.begin(), model.launch.arguments.end(),
                     [&](const launch::Argument& other) { return other.name == argument.name; });
    fits = fits && had != model.launch.arguments.end();
    argument = had != model.launch.arguments.end() ? *had : argument;
  }
  if (fits || guess.kernels.empty()) {
    return;
  }
  guess.launch.device = model.launch.device;
  model.launch = std::move(guess.launch);
  model.form_launch.reset();
  take_kernels(guess);
}

// What the command line or the form chose for reading the text stays; launches that follow do
// not: they belong to the first one's arrays.
void Session::Impl::fill_form(prepare::HostDefault with) {
  with.launch.defines = model.launch.defines;
  with.launch.includes = model.launch.includes;
  with.launch.device = model.launch.device;
  model.form_launch = std::move(with);
}

void Session::Impl::on(const action::RunHostLaunch& a) {
  fill_form(a.launch);
  const launch::Launch filled = model.form_launch->launch;
  run_typed(filled);
}

void Session::Impl::on(const action::FillForm& a) {
  if (const auto* index = std::get_if<size_t>(&a.what)) {
    if (*index < model.host_launches.size()) fill_form(model.host_launches[*index]);
    return;
  }
  launch::Launch meant = model.launch;
  meant.kernel = std::get<std::string>(a.what);
  start_guess(meant, [this](Guess guess) {
    if (!guess.kernels.empty())
      fill_form({std::move(guess.launch), std::move(guess.place), {}, true});
    if (!guess.errors.empty()) model.notice = guess.errors.front().message;
  });
}

}  // namespace warplens::gui
