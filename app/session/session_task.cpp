// The session's part for a lesson's tasks: opens one with the text that somebody has made of it,
// has each edit judged, and keeps text, hints and success in the progress.
#include <algorithm>
#include <utility>

#include "app/scene/questions/instructive.hpp"
#include "app/session/session_impl.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

// Beside the rest after which an edit runs: together half a second. [seconds]
constexpr double kHiddenRest = 0.3;

}  // namespace

void Session::Impl::open_task(const StopPlace& place) {
  Course& course = model.course;
  const std::shared_ptr<const course::Exercise> exercise = course.task_at(place);
  course.at = place;
  course.then = following(course, place);
  course.answer.reset();
  course.task.emplace();
  course.task->exercise = exercise;
  const std::string text = course.task_progress().text;
  course_.arrangement = first_arrangement();
  course_.arrangement.has_strip = true;
  course_.shown = as_lesson(*exercise, text.empty() ? exercise->starter : text);
  course_.kept.push_back(course_.shown);
  course_.registers = exercise->registers;
  course_.placing.reset();
  course_.is_task_placed = false;
  course_.tasks.forget();
  course_.reference.cancel();
  course_.judged = {};
  model.options.page = exercise->is_program ? Page::kProgram : Page::kSteps;
  arrange_stop();
  if (exercise->is_program)
    open_shown(course_.shown, 1);
  else
    open_task_text(course_.shown, shown_launch(*exercise, course_.shown->text));
  course.progress.lesson = course.lesson()->id;
  course.progress.stop = exercise->id;
  keep_progress();
}

void Session::Impl::leave_task() {
  note_task_text();
  keep_task_text();
  model.course.task.reset();
  model.course.left_task.reset();
  course_.tasks.forget();
  course_.reference.cancel();
}

bool Session::Impl::is_task_open() const {
  return model.course.task && is_stop_open();
}

// What its first comment may set of the launch is so from the next run on. A program's launches are
// its own.
void Session::Impl::follow_task() {
  if (model.course.task->exercise->is_program) return;
  auto launch = course::launch_at(*model.course.task->exercise,
                                  model.course.task->exercise->sizes.front(), model.text());
  if (!launch) return;  // the judge says what is wrong with it
  launch->device = model.launch.device;
  model.launch = std::move(*launch);
}

// A text that is too long is one that is not saved.
void Session::Impl::note_task_text() {
  if (!is_task_open() || model.text().size() > kLongestTaskText) return;
  if (course_.forgotten == std::pair(model.document, model.buffer.version())) return;
  const course::Exercise& exercise = *model.course.task->exercise;
  const std::string text = model.text() == exercise.starter ? "" : model.text();
  if (text == model.course.task_progress().text) return;
  model.course.progress.tasks[exercise.id].text = text;
  course_.is_text_new = true;
  document_.note_kept();
}

void Session::Impl::keep_task_text() {
  if (std::exchange(course_.is_text_new, false)) keep_progress();
}

// Once it has run, it is at the access that is most worth a look.
void Session::Impl::place_task() {
  if (course_.is_task_placed || !is_task_open() || open_.is_fresh || !is_own_settled() ||
      !can_step())
    return;
  course_.is_task_placed = true;
  if (const std::vector<uint32_t> steps = scene::instructive_steps(*model.run); !steps.empty())
    select_access(steps.front());
}

void Session::Impl::update_task() {
  if (!model.course.task) return;
  place_task();
  Task& task = *model.course.task;
  const std::pair<uint32_t, uint64_t> now{model.document, model.buffer.version()};
  if (is_task_open() && !typing_.waits && !executor_.is_out(JobKind::kText) &&
      course_.judged != now) {
    const bool is_first = course_.judged.first != now.first;
    course_.judged = now;
    note_task_text();
    course_.tasks.judge(task.exercise, model.text(), clock_.now + (is_first ? 0 : kHiddenRest));
  }
  course_.tasks.update(clock_.now, typing_.waits);
  if (const auto truth = course_.tasks.truth(); truth != nullptr && task.goal.empty())
    fill_task(task, *truth);
  task.problem = course_.tasks.problem();
  task.is_judging = course_.tasks.is_judging() || course_.judged != now;
  if (task.verdict != course_.tasks.verdict()) take_verdict(course_.tasks.verdict());
  if (!task.is_judging) keep_task_text();
  if (task.is_reference_due) take_reference();
}

void Session::Impl::take_verdict(const std::shared_ptr<const course::Verdict>& verdict) {
  Task& task = *model.course.task;
  task.verdict = verdict;
  if (verdict == nullptr || verdict->outcome != course::Outcome::kPassed) return;
  TaskProgress& kept = model.course.progress.tasks[task.exercise->id];
  if (!std::exchange(kept.is_passed, true)) course_.is_text_new = true;
}

// -------------------------------------------------------------------------------------------------
// hints, and the reference

void Session::Impl::on(const action::ShowHint&) {
  if (!model.course.task) return;
  const course::Exercise& exercise = *model.course.task->exercise;
  TaskProgress& kept = model.course.progress.tasks[exercise.id];
  if (kept.hints >= exercise.hints.size()) return;
  ++kept.hints;
  keep_progress();
}

void Session::Impl::on(const action::FollowHint& a) {
  if (!model.course.task || a.hint >= model.course.task_progress().hints) return;
  const course::Exercise& exercise = *model.course.task->exercise;
  if (a.hint >= exercise.hints.size()) return;
  const std::string& stop = exercise.hints[a.hint].stop;
  const auto place = find_stop(model.course, stop);
  if (!place) {
    model.notice = say("there is no lesson or stop {name}", "name"_a = stop);
    return;
  }
  const StopPlace task = *model.course.at;
  open_stop(*place);
  model.course.left_task = model.course.then = task;
}

// Of the launch that is shown, with the text's own sizes.
void Session::Impl::on(const action::ShowReference&) {
  if (!is_task_open() || !model.course.task_progress().is_passed || model.run == nullptr) return;
  const course::Exercise& exercise = *model.course.task->exercise;
  prepare::Request request = shown_.request;
  request.file = base::SourceFile("reference.cu", exercise.reference);
  request.launch = shown_launch(exercise, exercise.reference);
  request.launch.device = shown_.request.launch.device;
  request.recorded_block = clamp_block(model.run->request.recorded_block, request.launch.grid);
  course_.reference.start(with_text(std::move(request)), model.run);
  model.course.task->is_reference_due = true;
}

void Session::Impl::take_reference() {
  const Trial<RunOfText>& trial = course_.reference.trial();
  if (trial.is_running) return;
  model.course.task->is_reference_due = false;
  if (trial.results == nullptr || !split_.keep(trial.results->run, {})) {
    model.notice = trial.problem.empty()
                       ? label("This run can't be kept: the contents of its arrays are gone.")
                       : trial.problem;
    return;
  }
  split_.name_sides(label("Our way"), label("Your way"));
  if (model.options.page == Page::kProgram) model.options.page = Page::kSteps;  // both sides
  note_kept(trial.results->request, 0);
  if (!wishes_.unit_before_split) wishes_.unit_before_split = model.selection.unit;
  model.selection.unit = StepUnit::kPass;
  update_split();
}

}  // namespace warplens::gui
