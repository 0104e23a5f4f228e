// The session's one rule: what is on screen is consistent. A finished run is shown together with
// its first moment, never before it; a moment belongs to the run shown, or is dropped.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/files/files.hpp"
#include "app/gui/scene/format.hpp"
#include "app/gui/session/job_thread.hpp"
#include "app/gui/session/selection.hpp"
#include "app/gui/session/session_impl.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

constexpr double kEditRest = 0.2;       // [seconds] without typing before an edit runs
constexpr double kEditBurst = 3.0;      // edits closer than this are one change to the pinned run
constexpr double kWatchInterval = 0.3;  // between looks at the file
constexpr double kMotion = 0.4;         // of one step's animation

// Templates too: "matmul<int TILE>" tells what stands between the < >.
std::vector<std::string> kernels_of(const lang::Unit& unit) {
  std::vector<std::string> kernels;
  for (const lang::ListedKernel& kernel : unit.listed) {
    if (kernel.state != lang::KernelState::kTemplate) kernels.push_back(kernel.name);
  }
  kernels.insert(kernels.end(), unit.kernel_templates.begin(), unit.kernel_templates.end());
  return kernels;
}

constexpr double kPatience =
    0.008;  // a frame waits this long for a moment, so that most steps show at once

}  // namespace

std::string cut_text(const engine::Run& run) {
  switch (run.ending) {
    case engine::Ending::kStepLimit:
      return say(
          "Stopped at the step limit after {steps} warp instructions (an endless loop?); the "
          "counts so far are shown.",
          "steps"_a = scene::grouped(run.steps));
    case engine::Ending::kSetUpLimit:
      return label(
          "Stopped: starting its blocks, warps and local arrays took too much work. Use a smaller "
          "grid; the counts so far are shown.");
    case engine::Ending::kRoundLimit:
      return label(
          "Stopped: its atomics in shared memory that are loops turned too often. Use a smaller "
          "launch; the counts so far are shown.");
    case engine::Ending::kMemoryLimit:
      return label(
          "Stopped at the limit of memory for arrays, local memory and stacks; the counts so far "
          "are shown. --memory SIZE gives arrays more.");
    case engine::Ending::kSequenceLimit:
      return say(
          "Stopped: all launches together may execute {factor} times the step limit of one; the "
          "counts so far are shown.",
          "factor"_a = engine::kSequenceStepLimits);
    case engine::Ending::kComplete:
    case engine::Ending::kCancelled:
    case engine::Ending::kTrapped:
    case engine::Ending::kRunning:
      break;
  }
  if (run.recording == nullptr || !run.recording->is_cut) return "";
  return say("Only the first {kept} of {count} accesses of this block are kept.",
             "kept"_a = run.recording->size(), "count"_a = run.recording->accesses_in_block);
}

Session::Impl::Impl(SessionOptions options)
    : options_(std::move(options)),
      store_(std::make_shared<engine::RunStore>(options_.memory)),
      overlay_(options_.launch),
      desk_(model, options_.threads,
            options_.measurer != nullptr ? options_.measurer : make_measurer({})),
      maker_(options_.threads) {
  for (const lessons::Lesson& lesson : options_.lessons) {
    model.lessons.push_back(&lesson);
  }
}

void Session::Impl::on(const action::Cancel&) {
  if (maker_.text_is_out()) {
    maker_.cancel_text();
    model.notice = label("Cancelled; what was open stays.");
  }
  if (maker_.run_is_out()) {
    const bool is_part = model.run != nullptr && model.run->ending == engine::Ending::kRunning;
    model.notice = is_part ? label("The run was cancelled; what it counted until then is shown.")
                           : label("The run was cancelled; the last finished one stays.");
  }
  maker_.cancel_run();
}

// Named by its path, so that what it includes is found beside it.
base::SourceFile Session::Impl::source() const {
  if (model.lesson != nullptr) return {model.lesson->path, model.text};
  return {model.path.empty() ? model.file_name : model.path, model.text};
}

void Session::Impl::clear_shown() {
  let_go();
  shown_ = arriving_ = nullptr;
  launches_.clear();
  arriving_launches_.clear();
  model.launches.clear();
  model.chosen_launch = 0;
  model.run = nullptr;
  model.moment = nullptr;
  model.timeline = nullptr;
  model.motion = {};
  desk_.show({}, {});
}

// -------------------------------------------------------------------------------------------------
// changes

void Session::Impl::on(const action::SetParameter& a) {
  if (model.lesson == nullptr) {
    return;
  }
  std::vector<launch::Definition> settings = model.settings;
  for (launch::Definition& setting : settings) {
    if (setting.name == a.name) {
      setting.value = std::to_string(a.value);
    }
  }
  set_settings(std::move(settings));
}

void Session::Impl::set_settings(std::vector<launch::Definition> settings) {
  auto launch = lessons::make_launch(*model.lesson, settings);
  if (!launch) {
    model.notice = launch.error();
    return;
  }
  launch->device = model.launch.device;
  model.settings = std::move(settings);
  model.launch = std::move(*launch);
  model.notice.clear();
  request_run(Reason::kChange);
}

void Session::Impl::on(const action::EditText& a) {
  model.text = a.text;
  document_.edited();
  has_warned_ = false;
  model.notice.clear();
  edit_waits_ = true;
  edit_due_ = now_ + kEditRest;
  follow_comment();
}

// A launch written into the file's first comment is the launch.
void Session::Impl::follow_comment() {
  const std::string comment = launch::embedded_options(model.text).value_or("");
  if (model.lesson != nullptr || comment == embedded_ || comment.empty()) {
    return;
  }
  const auto launch = lessons::launch_of_text(source(), {});
  if (launch) {
    embedded_ = comment;
    model.launch_source.clear();
    const launch::Includes includes = model.launch.includes;
    model.launch = *launch;
    model.launch.includes = includes;
    model.needs_launch = model.launch_shown = false;
  }
}

void Session::Impl::run_pending_edit() {
  edit_waits_ = false;
  const bool is_leaving = maker_.text_is_out() && is_opening_;
  if (is_fresh_ && guess_failed_ && embedded_.empty() && !is_leaving) {
    start_guess(model.launch, [this](Guess guess) { ask_for_launch(std::move(guess)); });
    return;
  }
  if (!model.needs_launch) {
    last_edit_ = now_;
    request_run(Reason::kEdit);
    return;
  }
  if (is_leaving) {
    return;
  }
  start_guess(model.launch, [this](Guess guess) {
    if (!guess.kernels.empty()) model.kernels = std::move(guess.kernels);
  });
}

void Session::Impl::request_run(Reason reason) {
  edit_waits_ = false;
  if (!is_opening_) maker_.cancel_text();  // a guess is of no use any more
  reason_ = reason;
  engine::Request request;
  request.file = base::SourceFile(model.file_name, model.text);
  request.launch = model.launch;
  trace::BlockId block = model.selection.block;
  if (is_fresh_) {
    block = {opening_.block[0], opening_.block[1], opening_.block[2]};
  }
  const uint32_t chosen = is_fresh_ ? 0 : model.chosen_launch;
  const bool is_later = chosen > 0 && chosen <= model.launch.then.size();
  request.recorded_block =
      clamp_block(block, is_later ? model.launch.then[chosen - 1].grid : model.launch.grid);
  request.launch_source = model.launch_source;
  request.store = store_;
  request.shown_launch = is_later ? chosen : 0;
  requested_settings_ = model.settings;
  wanted_event_.reset();
  request.read_file = files::file_reader();
  request.read_include = files::include_reader(source().name(), request.launch.includes);
  requested_ = request;
  making_ = is_fresh_ || launches_.empty() ? Making::kExecute : making_of(shown_request_, request);
  request.starts_budget = kStartsBudget;
  model.is_counting = false;
  maker_.start_run(std::move(request), launches_, making_);
  model.busy = true;
  model.progress = 0;
}

// Of what is shown the totals of another device's run.
bool Session::Impl::lacks_counts() const {
  return std::any_of(launches_.begin(), launches_.end(),
                     [](const auto& launch) { return !launch->run->is_counted; });
}

// What is shown of the recorded block needs no totals: they follow. Not while something else is
// asked for, and once only.
void Session::Impl::count_if_due() {
  const bool is_busy = maker_.run_is_out() || arriving_ != nullptr || edit_waits_;
  if (is_busy || !lacks_counts() || reason_ == Reason::kCounts) return;
  reason_ = Reason::kCounts;
  making_ = Making::kCounts;
  requested_ = shown_request_;
  requested_settings_ = model.run_settings;
  engine::Request request = shown_request_;
  request.starts_budget = kStartsBudget;
  maker_.start_run(std::move(request), launches_, making_);
  model.busy = model.is_counting = true;
  model.progress = 0;
}

// -------------------------------------------------------------------------------------------------
// results

void Session::Impl::take_results() {
  if (auto run = maker_.take_run()) {
    take_run(std::move(*run));
  }
  if (auto moment = maker_.take_moment()) {
    take_moment(std::move(*moment));
  }
  if (const auto text = maker_.take_text()) {
    (*text)();
  }
  model.busy = maker_.run_is_out() || maker_.text_is_out();
  model.progress = maker_.progress().share;
  model.seconds_left = maker_.progress().seconds_left;
  count_if_due();
}

// Says how the run ended, where that is to be said.
void Session::Impl::note_ending(const engine::Run& run, const RunDone& done, bool is_rest) {
  const std::string notice = cut_text(run);
  const bool clears = !is_rest && (reason_ == Reason::kChange || reason_ == Reason::kLaunch);
  if (!notice.empty() || clears) model.notice = notice;  // else "read again" stays on screen
  if (making_ == Making::kBlock && done.is_executed && notice.empty())
    model.notice = label(
        "The whole grid was run again for this block: its arrays are too large to keep earlier "
        "contents.");
}

void Session::Impl::take_run(RunDone done) {
  model.busy = model.is_counting = false;
  if (done.launches.empty() && reason_ == Reason::kCounts) {  // the text may be another by now
    model.notice = done.errors.front().message;
    return;
  }
  if (done.launches.empty()) {
    model.diagnostics = std::move(done.errors);
    if (is_fresh_) {
      clear_shown();
    }
    return;
  }
  // What completes the launches that are shown, or that arrive, moves nobody.
  const bool is_of_arriving = arriving_ != nullptr && done.id == arriving_id_;
  const bool is_of_shown = reason_ == Reason::kCounts || done.id == shown_id_;
  const bool is_rest = is_of_arriving || is_of_shown;
  const bool is_turning = is_rest && arriving_ != nullptr;
  if (!is_turning) arriving_launch_ = launch_to_show(done);
  const std::shared_ptr<const Prepared> prepared = done.launches[arriving_launch_];
  const engine::Run& run = *prepared->run;
  if (reason_ != Reason::kCounts) model.diagnostics.clear();
  if (done.launches.back()->run->ending == engine::Ending::kCancelled) {
    model.notice = is_rest ? label("The run was cancelled; what it counted until then is shown.")
                           : label("The run was cancelled; the last finished one stays.");
    if (!is_rest || reason_ == Reason::kCounts) return;
  } else {
    note_ending(run, done, is_rest);
  }
  model.kernels = kernels_of(*run.program->unit);
  arriving_id_ = done.id;
  arriving_launches_ = std::move(done.launches);
  arriving_request_ = requested_;  // a newer run may be asked for before this one is shown
  arriving_settings_ = requested_settings_;
  if (!is_turning && done.id == shown_id_ && complete_shown(prepared)) return;
  if (is_turning || done.id == shown_id_) {
    arrive(prepared, is_turning ? arriving_selection_ : model.selection);
    return;
  }
  if (!prepared->has_steps()) {
    Selection selection = model.selection;
    selection.block = run.request.recorded_block;
    selection.step = 0;
    arrive(prepared, selection);
    return;
  }
  Selection selection = is_fresh_ || !can_step() ? opening_selection(run, opening_)
                        : reason_ == Reason::kLaunch
                            ? selection_in(arriving_launch_, *prepared)
                            : carried_over(*shown_->run, model.selection, run);
  selection.unit = model.selection.unit;
  if (wanted_event_) {
    selection = at_event(run, selection, *wanted_event_).value_or(selection);
  }
  arrive(prepared, selection);
}

// Where the run goes on in the recording that is shown, its picture stays as it is.
bool Session::Impl::complete_shown(const std::shared_ptr<const Prepared>& prepared) {
  const bool is_same = can_step() && model.moment != nullptr &&
                       prepared->run->recording == shown_->run->recording &&
                       prepared->are_steps_made();
  if (!is_same) return false;
  const bool is_moving = maker_.moment_is_out();
  MomentDone same;
  same.steps = prepared->steps();
  same.moment = model.moment;
  show(prepared, model.selection, std::move(same));
  const Selection& selection = model.selection;
  if (is_moving) maker_.start_moment(shown_, selection.step, selection.warp, selection.lane);
  return true;
}

// Shows the run, or if there is a moment to make, does so once that is there.
void Session::Impl::arrive(std::shared_ptr<const Prepared> prepared, const Selection& selection) {
  if (!prepared->has_steps()) {
    arriving_ = nullptr;
    show(std::move(prepared), selection, {});
    return;
  }
  arriving_ = std::move(prepared);
  store_->pin(arriving_->run->memory_before_block);
  arriving_selection_ = selection;
  maker_.start_moment(arriving_, selection.step, selection.warp, selection.lane);
}

void Session::Impl::take_moment(MomentDone done) {
  if (!done.failure.empty()) {  // what was shown stays
    if (done.prepared == arriving_) {
      arriving_ = nullptr;
      arriving_launches_.clear();
    }
    model.notice = std::move(done.failure);
    if (done.prepared == shown_ && !shown_->has_contents() && !maker_.run_is_out())
      run_again_for(model.chosen_launch);
  } else if (done.prepared == arriving_) {
    const std::shared_ptr<const Prepared> prepared = std::exchange(arriving_, nullptr);
    show(prepared, arriving_selection_, std::move(done));
  } else if (done.prepared == shown_) {
    model.moment = std::move(done.moment);
  }
}

void Session::Impl::show(std::shared_ptr<const Prepared> prepared, const Selection& selection,
                         MomentDone done) {
  const bool is_new = !arriving_launches_.empty();
  const bool completes = is_new && (reason_ == Reason::kCounts || arriving_id_ == shown_id_);
  if (is_new) {
    if (!completes) pin_previous();
    let_go();
    shown_id_ = arriving_id_;
    launches_ = std::exchange(arriving_launches_, {});
    if (!completes && reason_ != Reason::kLaunch) selections_.clear();
    selections_.resize(launches_.size());
    model.launches.clear();
    for (const std::shared_ptr<const Prepared>& launch : launches_) {
      model.launches.push_back(launch->run);
    }
  }
  model.chosen_launch = arriving_launch_;
  model.previous = model.chosen_launch < previous_launches_.size()
                       ? previous_launches_[model.chosen_launch]
                       : nullptr;
  if (shown_ != nullptr && shown_ != prepared) shown_->forget_steps();
  shown_ = std::move(prepared);
  keep_shown();
  model.run = shown_->run;
  model.timeline = done.steps != nullptr ? done.steps->timeline : nullptr;
  model.selection = selection;
  model.moment = std::move(done.moment);
  if (!completes) {
    model.motion = {};
    model.options.revealed = false;
  }
  is_fresh_ = false;
  if (is_new && lacks_counts()) return;  // there is nothing to compare yet
  if (launches_.back()->run->ending == engine::Ending::kRunning) {
    desk_.wait_for_rest();
    return;
  }
  if (is_new) {
    desk_.show({shown_request_, model.launches}, {previous_request_, previous_launches_});
  } else {
    desk_.turn_launch();
  }
}

// The run shown until now is pinned beside the new one, unless only another block or launch was
// chosen, or its totals are not complete, or the change is one of a burst of edits, which count
// as one.
void Session::Impl::pin_previous() {
  const bool in_burst = reason_ == Reason::kEdit && last_edit_ - last_shown_edit_ < kEditBurst;
  if (reason_ == Reason::kEdit) {
    last_shown_edit_ = last_edit_;
  }
  const bool is_same_run = reason_ == Reason::kBlock || reason_ == Reason::kLaunch;
  const bool is_whole =
      model.run != nullptr && !lacks_counts() && model.run->ending != engine::Ending::kRunning;
  if (is_whole && !is_same_run && !in_burst) {
    previous_launches_ = model.launches;
    previous_request_ = shown_request_;
    model.previous_settings = model.run_settings;
  }
  model.run_settings = arriving_settings_;
  shown_request_ = arriving_request_;
}

// ----------------------------------------------------------------------------------------------------
// time

void Session::Impl::apply(const Action& action) {
  std::visit([this](const auto& a) { on(a); }, action);
}

void Session::Impl::advance_motion(double elapsed) {
  if (model.motion.progress >= 1 || maker_.moment_is_out()) {
    return;
  }
  double duration = kMotion;
  if (model.options.playing) {
    duration = std::min(duration,
                        0.8 / std::max(static_cast<double>(model.options.steps_per_second), 0.1));
  }
  model.motion.progress =
      std::min(model.motion.progress + static_cast<float>(elapsed / duration), 1.0f);
}

void Session::Impl::advance_play(double elapsed) {
  if (!model.options.playing) {
    return;
  }
  play_credit_ += elapsed * static_cast<double>(model.options.steps_per_second);
  if (play_credit_ < 1 || maker_.moment_is_out()) {
    return;
  }
  play_credit_ = std::min(play_credit_ - 1, 1.0);
  if (!try_step(1, model.selection.unit)) {
    model.options.playing = false;
  }
}

void Session::Impl::watch_file() {
  if (!options_.watch_files || model.path.empty() || now_ < next_look_) {
    return;
  }
  next_look_ = now_ + kWatchInterval;
  if (document_.look()) {
    take_reloaded_text();
  }
  model.conflict_seen = model.has_conflict;  // from the next frame on
}

void Session::Impl::take_reloaded_text() {
  follow_comment();
  edit_waits_ = true;
  edit_due_ = now_;
}

void Session::Impl::on(const action::Save&) {
  if (document_.save()) {
    take_reloaded_text();
  }
}

void Session::Impl::on(const action::Reload&) {
  if (document_.reload()) {
    take_reloaded_text();
  }
}

// Changes of a file that are not saved are said once before the window closes.
void Session::Impl::on(const action::Quit&) {
  if (document_.is_unsaved() && !has_warned_) {
    has_warned_ = true;
    model.notice = label(
        "There are unsaved changes: Ctrl+S saves them, closing the window again discards them.");
    return;
  }
  wants_quit = true;
}

void Session::Impl::update(double now) {
  const double elapsed = std::clamp(now - now_, 0.0, 0.1);
  now_ = now;
  watch_file();
  if (edit_waits_ && now_ >= edit_due_) {
    run_pending_edit();
  }
  if (maker_.moment_is_out() || maker_.run_is_out() || maker_.text_is_out()) {
    maker_.wait(options_.threads && maker_.moment_is_out() ? kPatience : 0);
    take_results();
  }
  desk_.update();
  go_on_searching(kSearchedSteps);
  advance_motion(elapsed);
  advance_play(elapsed);
}

// Something other than a run is out or moves.
bool Session::Impl::is_working() const {
  return edit_waits_ || search_ || maker_.moment_is_out() || maker_.text_is_out() ||
         desk_.is_busy() || model.motion.progress < 1 || model.options.playing;
}

void Session::Impl::wait_idle() {
  if (edit_waits_) {
    run_pending_edit();
  }
  while (search_) {
    go_on_searching(kSearchedSteps);
  }
  while (maker_.run_is_out() || maker_.moment_is_out() || maker_.text_is_out()) {
    if (options_.threads) {
      maker_.wait(0.5);
    }
    take_results();
  }
  desk_.update();  // starts what is due
  while (desk_.is_busy()) {
    if (options_.threads) {
      desk_.wait(0.05);
    }
    desk_.update();
  }
}

// --------------------------------------------------------------------------------------------------
// Session

bool Session::Impl::stop(double seconds) {
  desk_.cancel();
  const auto begin = std::chrono::steady_clock::now();
  const bool is_made = maker_.stop(seconds);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  return desk_.stop(std::max(seconds - passed.count(), 0.0)) && is_made;
}

// Whatever an action or a result throws costs a sentence: the window and what was typed stay.
template <class Do>
void Session::guarded(const Do& work) {
  try {
    work();
  } catch (...) {
    impl_->model.notice = sentence_of(std::current_exception());
  }
}

Session::Session(SessionOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Session::~Session() = default;

const Model& Session::model() const {
  return impl_->model;
}

bool Session::open(const std::string& target) {
  return impl_->open(target);
}

void Session::apply(const Actions& actions) {
  for (const Action& action : actions) {
    guarded([&] { impl_->apply(action); });
  }
}

void Session::update(double now) {
  guarded([&] { impl_->update(now); });
}

bool Session::is_moving() const {
  return impl_->is_moving();
}

bool Session::is_only_running() const {
  return impl_->is_only_running();
}

void Session::wait_idle() {
  impl_->wait_idle();
}

bool Session::stop(double seconds) {
  return impl_->stop(seconds);
}

std::vector<std::string> Session::rescue() {
  return impl_->rescue();
}

bool Session::wants_quit() const {
  return impl_->wants_quit;
}

}  // namespace warplens::gui
