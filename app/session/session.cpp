// Applies actions: changes of text and launch become a run that is requested; time passes. What
// finished jobs bring is taken in session_results.cpp.
#include <algorithm>
#include <utility>

#include "app/files/files.hpp"
#include "app/session/selection.hpp"
#include "app/session/session_impl.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

constexpr double kEditRest = 0.2;       // [seconds] without typing before an edit runs
constexpr double kWatchInterval = 0.3;  // between looks at the file
constexpr double kMotion = 0.4;         // of one step's animation
constexpr double kMotionOfPass = 0.06;  // at least, of each pass of an access
constexpr float kEntering = 0.6f;       // of blocks into a multiprocessor
constexpr double kAtMost = 0.5;         // [seconds] between looks at what is out

}  // namespace

Session::Impl::Impl(SessionOptions options)
    : options_(std::move(options)),
      store_(std::make_shared<prepare::RunStore>(options_.memory)),
      desk_(model, executor_, options_.measurer != nullptr ? options_.measurer : make_measurer({})),
      split_(executor_),
      folders_(executor_, options_.recent_path),
      tries_(executor_),
      derived_(executor_),
      course_(executor_),
      runs_(executor_, [this](RunDone done) { take_run(std::move(done)); }),
      moments_(executor_, JobKind::kMoment,
               [this](MomentDone done) { take_moment(std::move(done)); }),
      executor_(options_.threads ? Executor::Mode::kThreads : Executor::Mode::kSlices) {
  open_.overlay = options_.launch;
  for (const lessons::Lesson& lesson : options_.lessons) {
    model.lessons.push_back(&lesson);
  }
  model.options.arrangement = options_.arrangement;
  read_settings();
  read_scores();
  open_course();
}

void Session::Impl::on(const action::Cancel&) {
  if (executor_.is_out(JobKind::kText)) {
    executor_.forget(JobKind::kText);
    model.notice = open_.previewed
                       ? label(
                             "Cancelled: the program did not run to its end, so there is "
                             "nothing to show of it yet.")
                       : label("Cancelled; what was open stays.");
    open_.previewed.reset();
    open_.coming.reset();
  }
  if (runs_.is_out()) {
    const bool is_part = model.run != nullptr && model.run->ending == run::Ending::kRunning;
    model.notice = is_part ? label("The run was cancelled; what it counted until then is shown.")
                           : label("The run was cancelled; the last finished one stays.");
  }
  runs_.cancel();
}

// Named by its path, so that what it includes is found beside it.
base::SourceFile Session::Impl::source() const {
  if (model.lesson != nullptr) return {model.lesson->path, model.text()};
  return {model.path.empty() ? model.file_name : model.path, model.text()};
}

void Session::Impl::clear_shown() {
  let_go();
  shown_.prepared = arriving_.prepared = nullptr;
  program_.alone = nullptr;
  shown_.launches.clear();
  arriving_.launches.clear();
  model.launches.clear();
  model.chosen_launch = 0;
  model.chosen_finding.reset();
  model.run = nullptr;
  model.errors = 0;
  model.edits.clear();
  model.moment = nullptr;
  model.timeline = nullptr;
  model.motion = {};
#define WL_KEPT_PAGE(page, member, origin, needs) derived_.pages.member.forget(model.member);
#include "app/scene/pages/pages.def"
  model.launch_list = nullptr;
  derived_.launch_list.forget();
  derived_.text_launches.forget();
  shown_.judged_id = 0;
  desk_.show({}, {});
  forget_trials();
}

// Of a run that is no longer shown.
void Session::Impl::forget_trials() {
  tries_.schedules.cancel();
  tries_.edits.cancel();
  tries_.fixes.cancel();
  model.schedules = {};
  model.edited = {};
  model.fixes = {};
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
  wishes_.values[a.name] = a.value;
  set_settings(std::move(settings));
}

void Session::Impl::set_settings(std::vector<launch::Definition> settings) {
  auto launch = lessons::make_launch(*model.lesson, settings);
  if (!launch) {
    model.notice = launch.error();
    return;
  }
  model.settings = std::move(settings);
  take_lesson_launch(std::move(*launch));
  model.notice.clear();
  request_run(Reason::kChange);
}

void Session::Impl::on(const action::Edit& a) {
  if (document_.edit(a.edit)) take_edited_text(a.at_once);
}

void Session::Impl::take_edited_text(bool at_once) {
  open_.has_warned = false;
  model.notice.clear();
  model.meant_names.clear();  // they are of the text as it was completed
  model.not_run.clear();
  open_.previewed.reset();
  typing_.waits = true;
  typing_.due = clock_.now + (at_once ? 0 : kEditRest);
  if (is_task_open()) return follow_task();
  follow_comment();
}

void Session::Impl::run_pending_edit() {
  typing_.waits = false;
  const bool is_leaving = executor_.is_out(JobKind::kText) && open_.is_opening;
  if (may_become_program() && !is_leaving) return start_program();
  run_edited();
}

// A main() that was not run, or that was not there, and nobody chose a launch in its place.
bool Session::Impl::may_become_program() const {
  return !model.program && model.lesson == nullptr && open_.embedded.empty() &&
         !wishes_.has_launch && prepare::may_be_program(source());
}

// The text as it is edited, without what it may be a program for.
void Session::Impl::run_edited() {
  const bool is_leaving = executor_.is_out(JobKind::kText) && open_.is_opening;
  if (open_.is_fresh && open_.guess_failed && open_.embedded.empty() && !is_leaving) {
    start_guess(model.launch, [this](Guess guess) { ask_for_launch(std::move(guess)); });
    return;
  }
  if (!model.needs_launch) {
    typing_.last = clock_.now;
    request_run(Reason::kEdit);
    return;
  }
  if (is_leaving) {
    return;
  }
  start_guess(model.launch, [this](Guess guess) {
    if (!guess.kernels.empty()) take_kernels(guess);
  });
}

// Not after another launch was chosen.
bool Session::Impl::is_launch_of_program() const {
  return model.program && model.launch.kernel == program_.launch.kernel &&
         model.launch.grid == program_.launch.grid && model.launch.block == program_.launch.block &&
         model.launch.shared_bytes == program_.launch.shared_bytes &&
         model.launch.arguments == program_.launch.arguments &&
         model.launch.then == program_.launch.then;
}

void Session::Impl::request_run(Reason reason, std::optional<uint32_t> launch) {
  typing_.waits = false;
  if (!open_.is_opening) executor_.forget(JobKind::kText);  // a guess is of no use any more
  newest_.reason = reason;
  newest_.remark.clear();
  prepare::Request request;
  request.file = base::SourceFile(model.file_name, model.text());
  request.launch = model.launch;
  const trace::BlockId block =
      open_.is_fresh && !wishes_.place
          ? trace::BlockId{open_.opening.block[0], open_.opening.block[1], open_.opening.block[2]}
          : place().block;
  const uint32_t chosen = open_.is_fresh ? 0 : launch.value_or(model.chosen_launch);
  const bool is_later = chosen > 0 && chosen <= model.launch.then.size();
  if (is_launch_of_program()) {
    // Another text, or other arguments, may reach fewer launches.
    const bool is_other = newest_.request.program &&
                          (newest_.request.file.text() != model.text() ||
                           newest_.request.program->arguments != model.program->arguments ||
                           newest_.request.program->values != model.program->values);
    if (is_other) model.program->launch = program_.first;
    request.program = model.program;
    request.program->count = prepare::kMostShownLaunches;
    request.reached = program_.reached;
  }
  // A program's grids are known once it has run.
  const launch::Dim3& grid = is_later ? model.launch.then[chosen - 1].grid : model.launch.grid;
  request.recorded_block = request.program ? block : clamp_block(block, grid);
  request.launch_place = model.launch_place;
  request.store = store_;
  request.shown_launch = is_later || request.program ? chosen : 0;
  newest_.settings = model.settings;
  newest_.event.reset();
  newest_.moment.reset();
  request.read_file = files::file_reader();
  request.read_data = files::data_reader(source().name(), open_.overlay.readable);
  request.read_include = files::include_reader(source().name(), request.launch.includes);
  newest_.request = request;
  newest_.making = open_.is_fresh || shown_.launches.empty() ? Making::kExecute
                                                             : making_of(shown_.request, request);
  request.starts_budget = kStartsBudget;
  model.is_counting = false;
  runs_.start(std::move(request), shown_.launches, newest_.making);
  model.busy = true;
  model.progress = 0;
}

// Of what is shown the totals of another device's run.
bool Session::Impl::lacks_counts() const {
  return std::any_of(shown_.launches.begin(), shown_.launches.end(),
                     [](const auto& launch) { return !launch->run->is_counted; });
}

// What is shown of the recorded block needs no totals: they follow. Not while something else is
// asked for, and once only.
void Session::Impl::count_if_due() {
  const bool is_busy = runs_.is_out() || arriving_.prepared != nullptr || typing_.waits;
  if (is_busy || !lacks_counts() || newest_.reason == Reason::kCounts) return;
  newest_.reason = Reason::kCounts;
  newest_.making = Making::kCounts;
  newest_.request = shown_.request;
  newest_.settings = model.run_settings;
  prepare::Request request = shown_.request;
  request.starts_budget = kStartsBudget;
  runs_.start(std::move(request), shown_.launches, newest_.making);
  model.busy = model.is_counting = true;
  model.progress = 0;
}

// ----------------------------------------------------------------------------------------------------
// time

void Session::Impl::apply(const Action& action) {
  action.visit([this](const auto& one) { on(one); });
}

void Session::Impl::advance_motion(double elapsed) {
  if (model.motion.progress >= 1 || moments_.is_out()) {
    return;
  }
  double duration = kMotion;
  // All passes of an access in one motion: as long as it takes to see that they are many.
  if (model.selection.pass == 0 && model.moment != nullptr)
    duration = std::max(kMotion, kMotionOfPass * model.moment->passes.count());
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
  if (model.options.page == Page::kDram) return play_dram(elapsed);
  if (model.options.page == Page::kProgram && model.program_facts != nullptr)
    return play_program(elapsed);
  clock_.play_credit += elapsed * static_cast<double>(model.options.steps_per_second);
  if (clock_.play_credit < 1 || moments_.is_out()) {
    return;
  }
  clock_.play_credit = std::min(clock_.play_credit - 1, 1.0);
  if (!try_step(1, model.selection.unit)) {
    model.options.playing = false;
  }
}

void Session::Impl::watch_file() {
  if (!options_.watch_files || model.path.empty() || clock_.now < clock_.next_look) {
    return;
  }
  clock_.next_look = clock_.now + kWatchInterval;
  if (document_.look()) {
    take_reloaded_text();
  }
  model.conflict_seen = model.has_conflict;  // from the next frame on
}

void Session::Impl::take_reloaded_text() {
  follow_comment();
  typing_.waits = true;
  typing_.due = clock_.now;
}

void Session::Impl::on(const action::Save&) {
  if (document_.save(options_in_force())) {
    take_reloaded_text();
  }
}

void Session::Impl::on(const action::Reload&) {
  if (document_.reload()) {
    take_reloaded_text();
  }
}

// Changes of a file that are not saved are named once before the window closes.
void Session::Impl::on(const action::Quit&) {
  if (document_.is_unsaved() && !open_.has_warned) {
    open_.has_warned = true;
    model.notice = label(
        "There are unsaved changes: Ctrl+S saves them, closing the window again discards them.");
    return;
  }
  wants_quit = true;
}

void Session::Impl::update(double now) {
  const double elapsed = std::clamp(now - clock_.now, 0.0, 0.1);
  clock_.now = model.lecture.now = now;
  watch_file();
  constexpr double kSoon = 0.2;  // [s] in which most texts are opened
  if (executor_.is_out(JobKind::kText) && open_.coming && clock_.now - open_.coming->since > kSoon)
    show_opening();
  if (typing_.waits && clock_.now >= typing_.due) {
    run_pending_edit();
  }
  if (options_.threads && moments_.is_out())
    executor_.wait(kPatience, {JobKind::kMoment, JobKind::kRun, JobKind::kText});
  take_results();
  model.entering = std::min(1.0f, model.entering + static_cast<float>(elapsed) / kEntering);
  update_derived();
  go_on_searching(kSearchedSteps);
  advance_motion(elapsed);
  advance_play(elapsed);
  advance_first_question(elapsed);
}

// What follows from what is shown, and what jobs have brought.
void Session::Impl::update_derived() {
  update_times();
  desk_.update();
  model.schedules = tries_.schedules.trial();
  model.fixes = tries_.fixes.trial();
  update_fix_times();
  take_edit(tries_.edits.trial());
  update_split();
  update_heat();
  update_differences();
  update_compiled();
  update_program();
  update_pages();
  update_branches();
  update_memory();
  update_questions();
  update_course();
  update_lecture();
  update_own();
  update_first_question();
  if (folders_.update()) model.openable = folders_.state();
}

// Once the results are there, the steps go to the moment that they are about.
void Session::Impl::take_edit(const EditTrial& trial) {
  const bool is_new = trial.results != nullptr && trial.results != model.edited.results;
  model.edited = trial;
  if (!is_new || trial.of != model.run || !can_step()) return;
  const std::optional<uint32_t> step = step_of(*trial.results, *model.run);
  if (!step) return;
  Selection selection = moved_to(*model.run, model.selection, *step);
  selection.warp = trial.results->first_moment->warp;
  selection.lane = trial.results->first_moment->lane;
  select(selection, false);
}

void Session::Impl::update_split() {
  split_.follow(model.run, model.selection);
  model.split = split_.split();
}

// Of the run shown and what it is held against: of the run before only where it was the same kernel
// in blocks of the same shape, so that the times differ by what the pictures show.
void Session::Impl::update_times() {
  const bool is_split = model.split.run != nullptr;
  const bool is_beside_itself = is_split && model.split.run == model.run;
  const uint32_t left = is_split ? model.split_launch : model.chosen_launch;
  const auto is_like = [&](const run::Run& before) {
    return model.run != nullptr && can_be_compared(before, *model.run, false) &&
           before.context->block == model.run->context->block;
  };
  const bool has_before = model.previous != nullptr && is_like(*model.previous);
  // In the roofline the time of the run by itself is of interest.
  const bool is_alone = !is_split && model.options.page == Page::kRoofline;
  desk_.hold_times(is_beside_itself ? nullptr
                   : is_split       ? model.split.run
                   : is_alone       ? model.run
                   : has_before     ? model.previous
                                    : nullptr,
                   is_split   ? split_.made_by
                   : is_alone ? shown_.request
                              : previous_.request,
                   left, model.run, shown_.request, model.chosen_launch);
}

// Of both sides of a split window, once somebody looks.
void Session::Impl::update_differences() {
  const std::shared_ptr<const run::Run>& left = model.split.run;
  const bool is_wanted =
      model.options.differences && left != nullptr && model.run != nullptr && !model.busy;
  if (is_wanted)
    derived_.differences.want({left, model.run}, model.run,
                              [&] { return differences_between(left, model.run); });
  model.differences = derived_.differences.trial();
}

// Something other than a run is out or moves.
bool Session::Impl::is_working() const {
  return typing_.waits || search_ || course_.tasks.is_waiting() || desk_.is_busy() ||
         executor_.is_busy_beside({JobKind::kRun, JobKind::kRecentFiles, JobKind::kScores,
                                   JobKind::kProgress, JobKind::kLecture}) ||
         model.motion.progress < 1 || model.entering < 1 || model.options.playing ||
         is_first_moving();
}

void Session::Impl::wait_idle() {
  if (typing_.waits) {
    run_pending_edit();
  }
  course_.tasks.hurry();
  while (search_) {
    go_on_searching(kSearchedSteps);
  }
  do {
    executor_.wait_any(kAtMost);
    take_results();
    update_derived();
    course_.tasks.hurry();
  } while (executor_.is_busy_beside({}) || desk_.is_busy() || course_.tasks.is_waiting());
}

// --------------------------------------------------------------------------------------------------
// Session

bool Session::Impl::stop(double seconds) {
  keep_settings();
  note_task_text();
  keep_task_text();
  if (!model.lecture.offered) keep_lecture(true);
  desk_.cancel();
  return executor_.stop(seconds);
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

const State& Session::model() const {
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
