// The session's part of the start page's first question: its pictures are made while it is seen,
// and play once.
#include <algorithm>

#include "app/session/session_impl.hpp"

namespace warplens::gui {

namespace {

constexpr double kFirstPlayed = 5;  // [s] the pictures, whatever they show

}  // namespace

bool Session::Impl::is_first_moving() const {
  const std::optional<FirstQuestion>& first = model.course.first;
  return model.course.is_home && first && first->made.results != nullptr && first->played < 1;
}

void Session::Impl::advance_first_question(double elapsed) {
  if (!is_first_moving()) return;
  float& played = model.course.first->played;
  played = std::min(1.0f, played + static_cast<float>(elapsed / kFirstPlayed));
}

void Session::Impl::update_first_question() {
  std::optional<FirstQuestion>& first = model.course.first;
  if (!first || !model.course.is_home) return;
  first->made = course_.first.want(first->of, nullptr, [&] {
    return with_first_stop(model.course.lessons[first->of.lesson], first->of.stop);
  });
  // The path needs no picture.
  if (!first->made.problem.empty()) first.reset();
}

void Session::Impl::on(const action::AnswerFirst& a) {
  Course& course = model.course;
  const course::Asked* asked = course.first ? course.first->asked() : nullptr;
  if (asked == nullptr || course.first->answer || a.choice >= asked->choices.size()) return;
  const StopAnswer answer{a.choice, std::nullopt, asked->choices[a.choice].is_right};
  note_answer(course, course.first->of, asked, answer);
  course.first->answer = answer;
  course.first->played = 0;
  course_.answers[course.first->of] = answer;
  keep_progress();
}

void Session::Impl::on(const action::PlayFirst&) {
  if (model.course.first) model.course.first->played = 0;
}

}  // namespace warplens::gui
