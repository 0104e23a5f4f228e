// The session's side of the task that is open: its text is judged beside the frame, at the shown
// size at once and at hidden ones once nothing was typed for a while.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/session/course/course.hpp"
#include "app/session/derived.hpp"

namespace warplens::gui {

// A text of the course: its marks of code are for who prints these in other letters.
std::string without_marks(std::string text);

class TaskDesk {
 public:
  explicit TaskDesk(Executor& executor)
      : truths_(executor, JobKind::kTruth), judging_(executor, JobKind::kJudging) {}

  // The text of this exercise is judged from now on. Its hidden sizes follow from the time `rested`
  // on [s], as update() has it.
  void judge(std::shared_ptr<const course::Exercise> exercise, std::string text, double rested);
  void forget();
  // Starts what is due. `is_typing`: hidden sizes have to wait.
  void update(double now, bool is_typing);
  // Hidden sizes are tried without a rest.
  void hurry() { rested_ = 0; }
  bool is_waiting() const { return stage_ == Stage::kRests; }
  bool is_judging() const { return stage_ != Stage::kDone; }

  // Of the exercise; null until it is worked out.
  std::shared_ptr<const course::Truth> truth() const;
  // Of the text that was judged last, or of the one before; null before the first.
  const std::shared_ptr<const course::Verdict>& verdict() const { return verdict_; }
  const std::string& problem() const { return problem_; }

 private:
  enum class Stage : uint8_t { kTruth, kShown, kRests, kHidden, kDone };
  void start_truth();
  void start_shown();
  void start_hidden();
  void take_shown();
  void take_hidden();
  void fail(const std::string& why);

  TrialDesk<course::Truth> truths_;
  TrialDesk<course::Verdict> judging_;
  std::map<std::string, std::shared_ptr<const course::Truth>> known_;  // by exercise
  std::shared_ptr<const course::Exercise> exercise_;
  std::string text_;
  double rested_ = 0;
  Stage stage_ = Stage::kDone;
  std::shared_ptr<course::Judging> newest_;
  std::shared_ptr<const course::Verdict> verdict_;
  std::string problem_;
};

// The exercise with a text of it, as a lesson that is opened: at its shown size, and launched as
// the text's first comment says, as far as it may.
std::shared_ptr<const lessons::Lesson> as_lesson(const course::Exercise& exercise,
                                                 const std::string& text);
// Its goal and hints with what they name; goal and hints of `task` are set.
void fill_task(Task& task, const course::Truth& truth);
// The shown size's launch of a text, or of one that sets nothing.
launch::Launch shown_launch(const course::Exercise& exercise, const std::string& text);

}  // namespace warplens::gui
