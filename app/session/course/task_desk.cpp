#include "app/session/course/task_desk.hpp"

#include <utility>

#include "app/course/inputs.hpp"

namespace warplens::gui {

namespace {

constexpr course::Budget kTaskBudget;  // what grading allows, too

// What a program's launches are given.
std::string definitions_of(const launch::Launch& launch) {
  std::string words;
  for (const launch::Definition& definition : launch.defines)
    words += (words.empty() ? "-D " : " -D ") + definition.name + "=" + definition.value;
  return words;
}

}  // namespace

std::string without_marks(std::string text) {
  std::erase(text, '`');
  return text;
}

void TaskDesk::judge(std::shared_ptr<const course::Exercise> exercise, std::string text,
                     double rested) {
  judging_.cancel();
  if (exercise_ != exercise) {
    truths_.cancel();
    verdict_ = nullptr;
    problem_.clear();
  }
  exercise_ = std::move(exercise);
  text_ = std::move(text);
  rested_ = rested;
  if (truth() != nullptr) return start_shown();
  if (problem_.empty() && !truths_.trial().is_running) start_truth();
}

void TaskDesk::forget() {
  truths_.cancel();
  judging_.cancel();
  exercise_ = nullptr;
  newest_ = nullptr;
  verdict_ = nullptr;
  problem_.clear();
  stage_ = Stage::kDone;
}

std::shared_ptr<const course::Truth> TaskDesk::truth() const {
  const auto known = exercise_ == nullptr ? known_.end() : known_.find(exercise_->id);
  return known == known_.end() ? nullptr : known->second;
}

void TaskDesk::fail(const std::string& why) {
  problem_ = why;
  stage_ = Stage::kDone;
}

// It depends on no text: it is worked out once a task.
void TaskDesk::start_truth() {
  stage_ = Stage::kTruth;
  const uint64_t seed = course::seed_of(*exercise_, exercise_->starter);
  truths_.start(
      [run = std::make_shared<course::TruthRun>(exercise_, seed, kTaskBudget)](
          base::Slice& slice) -> std::optional<base::Checked<course::Truth>> {
        if (run->advance(slice) == base::Progress::kMore) return std::nullopt;
        base::Result<course::Truth, std::string> truth = run->take();
        if (truth) return base::Checked<course::Truth>(std::move(*truth));
        return base::Checked<course::Truth>(
            base::fail(base::Diagnostics{base::placeless(truth.error())}));
      },
      nullptr);
}

void TaskDesk::start_shown() {
  stage_ = Stage::kShown;
  newest_ = std::make_shared<course::Judging>(exercise_, truth(), text_, kTaskBudget);
  newest_->pause_at_hidden();
  judging_.start(
      [judging = newest_](base::Slice& slice) -> std::optional<base::Checked<course::Verdict>> {
        const base::Progress progress = judging->advance(slice);
        if (progress == base::Progress::kMore && !judging->is_shown_done()) return std::nullopt;
        return base::Checked<course::Verdict>(judging->so_far());
      },
      nullptr);
}

void TaskDesk::start_hidden() {
  stage_ = Stage::kHidden;
  judging_.start(
      [judging = newest_](base::Slice& slice) -> std::optional<base::Checked<course::Verdict>> {
        if (judging->advance(slice) == base::Progress::kMore) return std::nullopt;
        return base::Checked<course::Verdict>(judging->so_far());
      },
      nullptr);
}

void TaskDesk::take_shown() {
  verdict_ = judging_.trial().results;
  stage_ = verdict_->outcome == course::Outcome::kOpen ? Stage::kRests : Stage::kDone;
}

void TaskDesk::take_hidden() {
  verdict_ = judging_.trial().results;
  stage_ = Stage::kDone;
}

void TaskDesk::update(double now, bool is_typing) {
  if (stage_ == Stage::kTruth && !truths_.trial().is_running) {
    if (truths_.trial().results == nullptr) return fail(truths_.trial().problem);
    known_[exercise_->id] = truths_.trial().results;
    start_shown();
  }
  const bool has_ended = !judging_.trial().is_running;
  if ((stage_ == Stage::kShown || stage_ == Stage::kHidden) && has_ended) {
    if (judging_.trial().results == nullptr) return fail(judging_.trial().problem);
    stage_ == Stage::kShown ? take_shown() : take_hidden();
  }
  if (stage_ == Stage::kRests && !is_typing && now >= rested_) start_hidden();
}

launch::Launch shown_launch(const course::Exercise& exercise, const std::string& text) {
  for (const std::string& one : {text, std::string()}) {
    if (auto launch = course::launch_at(exercise, exercise.sizes.front(), one)) return *launch;
  }
  return {};
}

std::shared_ptr<const lessons::Lesson> as_lesson(const course::Exercise& exercise,
                                                 const std::string& text) {
  auto lesson = std::make_shared<lessons::Lesson>();
  lesson->id = exercise.id;
  lesson->title = exercise.title;
  lesson->file_name = lesson->path = exercise.id + ".cu";
  lesson->text = text;
  const launch::Launch launch = shown_launch(exercise, text);
  lesson->launch = exercise.is_program ? definitions_of(launch) : launch::print(launch);
  return lesson;
}

void fill_task(Task& task, const course::Truth& truth) {
  const std::map<std::string, std::string> values = course::place_values(*task.exercise, truth);
  task.goal = without_marks(course::filled(task.exercise->goal, values));
  task.hints.clear();
  for (const course::Hint& hint : task.exercise->hints)
    task.hints.push_back(without_marks(course::filled(hint.text, values)));
}

}  // namespace warplens::gui
