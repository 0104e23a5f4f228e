// The session's one rule: what is on screen is consistent. A finished run is shown together with
// its first moment, never before it; a moment belongs to the run shown, or is dropped.
#include "app/gui/session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/files/files.hpp"
#include "app/gui/session/file_text.hpp"
#include "app/gui/session/guess.hpp"
#include "app/gui/session/maker.hpp"
#include "app/gui/session/selection.hpp"
#include "app/gui/ui/strings.hpp"
#include "app/lessons/target.hpp"

namespace warplens::gui {

namespace {

using ui::Str;

constexpr double kEditRest = 0.2;       // [seconds] without typing before an edit runs
constexpr double kEditBurst = 3.0;      // edits closer than this are one change to the pinned run
constexpr double kWatchInterval = 0.3;  // between looks at the file
constexpr double kMotion = 0.4;         // of one step's animation
constexpr double kPatience =
    0.008;  // a frame waits this long for a moment, so that most steps show at once

enum class Reason : uint8_t { kOpen, kChange, kEdit, kBlock };

}  // namespace

class Session::Impl {
 public:
  explicit Impl(SessionOptions options);

  bool open(const std::string& target);
  void apply(const Action& action);
  void update(double now);
  bool is_moving() const;
  void wait_idle();

  Model model;
  bool wants_quit = false;

 private:
  void on(const action::OpenLesson& a) { open(a.id); }
  void on(const action::OpenFile& a) { open(a.path); }
  void on(const action::SetParameter& a);
  void on(const action::EditText& a);
  void on(const action::SetLaunch& a);
  void on(const action::Cancel&) { maker_.cancel_run(); }
  void on(const action::Step& a);
  void on(const action::GoToStep& a);
  void on(const action::GoToEnd& a);
  void on(const action::SelectThread& a);
  void on(const action::SelectBlock& a);
  void on(const action::SelectSite& a);
  void on(const action::SelectAddress& a);
  void on(const action::SetOptions& a);
  void on(const action::SetFollow& a);
  void on(const action::SetUnit& a) { model.selection.unit = a.unit; }
  void on(const action::ShowLaunch& a) { model.launch_shown = a.shown; }
  void on(const action::DismissNotice&) { model.notice.clear(); }
  void on(const action::Quit&) { wants_quit = true; }

  void take_target(lessons::Target target);
  void follow_comment();
  void request_run(Reason reason);
  void run_pending_edit();
  void take_results();
  void take_run(RunDone done);
  void take_moment(MomentDone done);
  void show(std::shared_ptr<const Prepared> prepared, const Selection& selection,
            std::shared_ptr<const scene::Moment> moment);
  void clear_shown();
  bool can_step() const { return shown_ != nullptr && shown_->has_steps(); }
  bool try_step(int delta, StepUnit unit);
  void select(const Selection& selection, bool animated);
  void advance_motion(double elapsed);
  void advance_play(double elapsed);
  void watch_file();

  SessionOptions options_;
  launch::LaunchOptions overlay_;  // of the command line, for what is open
  std::string embedded_;           // the launch comment that model.launch came from
  lessons::Opening opening_;       // of the lesson that is open
  double now_ = 0;

  std::shared_ptr<const Prepared> shown_;     // model.run and what belongs to it
  std::shared_ptr<const Prepared> arriving_;  // finished, its moment is being made
  Selection arriving_selection_;
  Reason reason_ = Reason::kOpen;  // of the newest run
  bool is_fresh_ = true;           // nothing of what is open has been shown yet

  bool edit_waits_ = false;
  double edit_due_ = 0, last_edit_ = -1e9, last_shown_edit_ = -1e9;
  double play_credit_ = 0;
  double next_look_ = 0;
  FileStamp stamp_;
  Maker maker_;  // last: its threads end first
};

Session::Impl::Impl(SessionOptions options)
    : options_(std::move(options)), overlay_(options_.launch), maker_(options_.threads) {
  for (const lessons::Lesson& lesson : options_.lessons) {
    model.lessons.push_back(&lesson);
  }
}

// -------------------------------------------------------------------------------------------------
// opening

bool Session::Impl::open(const std::string& target) {
  const std::string name =
      target.empty() && !options_.lessons.empty() ? options_.lessons.front().id : target;
  auto opened = lessons::open_target(name, options_.lessons, overlay_);
  if (!opened) {
    model.notice = opened.error();
    return false;
  }
  take_target(std::move(*opened));
  overlay_ = {};  // the command line spoke of the first target only
  return true;
}

void Session::Impl::take_target(lessons::Target target) {
  const bool is_lesson = target.lesson.has_value();
  model.lesson = is_lesson ? &options_.lessons[*target.lesson] : nullptr;
  model.path = is_lesson ? "" : target.file.name();
  model.file_name = is_lesson ? target.file.name()
                              : std::filesystem::path(target.file.name()).filename().string();
  model.text = editable(target.file.text());
  ++model.text_revision;
  model.launch = target.launch;
  model.settings.clear();
  model.kernels.clear();
  model.notice.clear();
  model.diagnostics.clear();
  model.options.playing = false;
  embedded_ = launch::embedded_options(model.text).value_or("");
  opening_ = is_lesson ? model.lesson->opening : lessons::Opening{};
  stamp_ = is_lesson ? FileStamp{} : stamp_of(model.path);
  edit_waits_ = false;
  is_fresh_ = true;
  if (is_lesson) {
    for (const lessons::Parameter& parameter : model.lesson->parameters) {
      launch::Definition setting{parameter.name, std::to_string(parameter.value)};
      for (const launch::Definition& given : overlay_.settings) {
        setting = given.name == setting.name ? given : setting;
      }
      model.settings.push_back(std::move(setting));
    }
  }
  model.needs_launch = !target.has_launch;
  model.launch_shown = model.needs_launch;
  if (!model.needs_launch) {
    request_run(Reason::kOpen);
    return;
  }
  const Guess guess =
      guess_launch(base::SourceFile(model.file_name, model.text), target.launch.kernel);
  model.launch = launch::apply(guess.launch, overlay_);
  model.kernels = guess.kernels;
  maker_.cancel_run();
  clear_shown();
}

void Session::Impl::clear_shown() {
  shown_ = arriving_ = nullptr;
  model.run = nullptr;
  model.moment = nullptr;
  model.timeline = nullptr;
  model.motion = {};
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
  const auto launch = lessons::launch_of_text(base::SourceFile(model.file_name, model.text), {});
  if (launch) {
    embedded_ = comment;
    model.launch = *launch;
    model.needs_launch = model.launch_shown = false;
  }
}

void Session::Impl::on(const action::SetLaunch& a) {
  model.launch = a.launch;
  model.needs_launch = model.launch_shown = false;
  request_run(Reason::kChange);
}

void Session::Impl::run_pending_edit() {
  edit_waits_ = false;
  if (!model.needs_launch) {
    last_edit_ = now_;
    request_run(Reason::kEdit);
    return;
  }
  const Guess guess =
      guess_launch(base::SourceFile(model.file_name, model.text), model.launch.kernel);
  if (!guess.kernels.empty()) {
    model.kernels = guess.kernels;
  }
}

void Session::Impl::request_run(Reason reason) {
  edit_waits_ = false;
  reason_ = reason;
  engine::Request request;
  request.file = base::SourceFile(model.file_name, model.text);
  request.launch = model.launch;
  trace::BlockId block = model.selection.block;
  if (is_fresh_) {
    block = {opening_.block[0], opening_.block[1], opening_.block[2]};
  }
  request.recorded_block = clamp_block(block, model.launch.grid);
  request.read_file = files::file_reader();
  maker_.start_run(std::move(request));
  model.busy = true;
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
  model.busy = maker_.run_is_out();
  model.progress = maker_.progress();
}

void Session::Impl::take_run(RunDone done) {
  model.busy = false;
  if (done.prepared == nullptr) {
    model.diagnostics = std::move(done.errors);
    if (is_fresh_) {
      clear_shown();
    }
    return;
  }
  const engine::Run& run = *done.prepared->run;
  model.diagnostics.clear();
  if (run.ending == engine::Ending::kCancelled) {
    model.notice = ui::str(Str::kCancelled);
    return;
  }
  const std::string notice =
      run.ending == engine::Ending::kStepLimit
          ? fmt::format(fmt::runtime(ui::str(Str::kStepLimitReached)), run.steps)
      : run.recording != nullptr && run.recording->is_cut
          ? fmt::format(fmt::runtime(ui::str(Str::kRecordingCut)), run.recording->size(),
                        run.recording->accesses_in_block)
          : "";
  if (!notice.empty() || reason_ != Reason::kEdit) {  // an edit keeps "read again" on screen
    model.notice = notice;
  }
  model.kernels.clear();
  for (const lang::Kernel& kernel : run.program->unit->kernels) {
    model.kernels.push_back(kernel.name);
  }
  if (!done.prepared->has_steps()) {
    Selection selection = model.selection;
    selection.block = run.request.recorded_block;
    selection.step = 0;
    show(done.prepared, selection, nullptr);
    return;
  }
  Selection selection = is_fresh_ || !can_step() ? opening_selection(run, opening_)
                                                 : carried_over(*shown_->run, model.selection, run);
  selection.unit = model.selection.unit;
  arriving_ = std::move(done.prepared);
  arriving_selection_ = selection;
  maker_.start_moment(arriving_, selection.step, selection.warp, selection.lane);
}

void Session::Impl::take_moment(MomentDone done) {
  if (done.prepared == arriving_) {
    const std::shared_ptr<const Prepared> prepared = std::exchange(arriving_, nullptr);
    show(prepared, arriving_selection_, std::move(done.moment));
  } else if (done.prepared == shown_) {
    model.moment = std::move(done.moment);
  }
}

// The run shown until now is pinned beside the new one, unless only another block was asked for, or
// the change is one of a burst of edits, which count as one.
void Session::Impl::show(std::shared_ptr<const Prepared> prepared, const Selection& selection,
                         std::shared_ptr<const scene::Moment> moment) {
  const bool in_burst = reason_ == Reason::kEdit && last_edit_ - last_shown_edit_ < kEditBurst;
  if (reason_ == Reason::kEdit) {
    last_shown_edit_ = last_edit_;
  }
  if (model.run != nullptr && reason_ != Reason::kBlock && !in_burst) {
    model.previous = model.run;
  }
  shown_ = std::move(prepared);
  model.run = shown_->run;
  model.timeline = shown_->timeline;
  model.selection = selection;
  model.moment = std::move(moment);
  model.motion = {};
  model.options.revealed = false;
  is_fresh_ = false;
}

// -----------------------------------------------------------------------------------------------
// selection

void Session::Impl::select(const Selection& selection, bool animated) {
  const Selection before = model.selection;
  model.selection = selection;
  if (selection.step != before.step) {
    model.options.revealed = false;
    const bool backwards = selection.step < before.step;
    model.motion = Motion{before.step, backwards, animated ? 0.0f : 1.0f,
                          backwards && animated ? model.moment : nullptr};
  }
  if (arriving_ == nullptr) {
    maker_.start_moment(shown_, selection.step, selection.warp, selection.lane);
  }
}

bool Session::Impl::try_step(int delta, StepUnit unit) {
  if (!can_step()) {
    return false;
  }
  const auto step = step_from(*model.run, model.selection, delta, unit);
  if (step) {
    select(moved_to(*model.run, model.selection, *step), true);
  }
  return step.has_value();
}

void Session::Impl::on(const action::Step& a) {
  for (int i = 0; i < std::abs(a.delta) && try_step(a.delta > 0 ? 1 : -1, a.unit); ++i) {
  }
}

void Session::Impl::on(const action::GoToStep& a) {
  if (can_step()) {
    select(
        moved_to(*model.run, model.selection, std::min(a.step, model.run->recording->size() - 1)),
        false);
  }
}

void Session::Impl::on(const action::GoToEnd& a) {
  if (!can_step()) {
    return;
  }
  Selection end = model.selection;
  end.step = a.last ? model.run->recording->size() - 1 : 0;
  const trace::AccessHead& head = model.run->recording->heads[end.step];
  if (end.follow_thread && (head.warp != end.warp || (head.mask >> end.lane & 1u) == 0)) {
    end.step = step_from(*model.run, end, a.last ? -1 : 1, StepUnit::kAccess)
                   .value_or(model.selection.step);
  }
  select(moved_to(*model.run, end, end.step), false);
}

void Session::Impl::on(const action::SelectThread& a) {
  if (can_step()) {
    select(with_thread(*model.run, model.selection, a.warp, a.lane), false);
  }
}

void Session::Impl::on(const action::SelectBlock& a) {
  const trace::BlockId block = clamp_block(a.block, model.launch.grid);
  if (model.run != nullptr && !(block == model.run->request.recorded_block)) {
    model.selection.block = block;
    request_run(Reason::kBlock);
  }
}

void Session::Impl::on(const action::SelectSite& a) {
  if (can_step()) {
    if (const auto selection = at_site(*model.run, model.selection, a.site)) {
      select(*selection, false);
    }
  }
}

void Session::Impl::on(const action::SelectAddress& a) {
  if (can_step()) {
    if (const auto selection = at_address(*model.run, model.selection, a.space, a.address)) {
      select(*selection, false);
    }
  }
}

void Session::Impl::on(const action::SetOptions& a) {
  const bool starts = a.options.playing && !model.options.playing;
  model.options = a.options;
  if (starts) {
    play_credit_ = 1;  // the first step at once
    if (can_step() && !step_from(*model.run, model.selection, 1, model.selection.unit)) {
      on(action::GoToEnd{false});
      play_credit_ = 0;
    }
  }
}

void Session::Impl::on(const action::SetFollow& a) {
  model.selection.follow_thread = a.follow;
  if (!a.follow || !can_step()) {
    return;
  }
  const trace::AccessHead& head = model.run->recording->heads[model.selection.step];
  if (head.warp != model.selection.warp || (head.mask >> model.selection.lane & 1u) == 0) {
    const auto next = step_from(*model.run, model.selection, 1, StepUnit::kAccess);
    const auto step = next ? next : step_from(*model.run, model.selection, -1, StepUnit::kAccess);
    if (step) {
      select(moved_to(*model.run, model.selection, *step), false);
    }
  }
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
  const FileStamp stamp = stamp_of(model.path);
  if (stamp == stamp_ || !stamp.exists) {
    return;
  }
  stamp_ = stamp;
  const auto text = files::read_text(model.path);
  if (!text) {
    model.notice = text.error();
    return;
  }
  const std::string now_editable = editable(*text);
  if (now_editable != model.text) {
    model.text = now_editable;
    ++model.text_revision;
    model.notice = fmt::format(fmt::runtime(ui::str(Str::kReloaded)), model.file_name);
    follow_comment();
    edit_waits_ = true;
    edit_due_ = now_;
  }
}

void Session::Impl::update(double now) {
  const double elapsed = std::clamp(now - now_, 0.0, 0.1);
  now_ = now;
  watch_file();
  if (edit_waits_ && now_ >= edit_due_) {
    run_pending_edit();
  }
  if (maker_.moment_is_out() || maker_.run_is_out()) {
    maker_.wait(options_.threads && maker_.moment_is_out() ? kPatience : 0);
    take_results();
  }
  advance_motion(elapsed);
  advance_play(elapsed);
}

bool Session::Impl::is_moving() const {
  return model.busy || edit_waits_ || maker_.moment_is_out() || model.motion.progress < 1 ||
         model.options.playing;
}

void Session::Impl::wait_idle() {
  if (edit_waits_) {
    run_pending_edit();
  }
  while (maker_.run_is_out() || maker_.moment_is_out()) {
    if (options_.threads) {
      maker_.wait(0.5);
    }
    take_results();
  }
}

// --------------------------------------------------------------------------------------------------
// Session

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
    impl_->apply(action);
  }
}

void Session::update(double now) {
  impl_->update(now);
}

bool Session::is_moving() const {
  return impl_->is_moving();
}

void Session::wait_idle() {
  impl_->wait_idle();
}

bool Session::wants_quit() const {
  return impl_->wants_quit;
}

}  // namespace warplens::gui
