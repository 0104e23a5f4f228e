// The session's part that asks before it shows: answers, and how often they were right at first.
#include "app/gui/session/session_impl.hpp"

namespace warplens::gui {

// About another access.
void Session::Impl::ask_anew() {
  model.options.revealed = false;
  model.asking.question = 0;
  model.asking.answer.reset();
}

// Shows the counts, and the access once more, pass by pass.
void Session::Impl::on(const action::Answer& a) {
  if (model.moment == nullptr || model.run == nullptr || model.asking.answer) return;
  const std::vector<scene::Question> questions =
      scene::questions_about(*model.moment, model.run->device);
  if (model.asking.question >= questions.size()) return;
  const scene::Question& question = questions[model.asking.question];
  if (a.choice >= question.choices.size()) return;
  const scene::Belief belief = question.choices[a.choice].belief;
  model.asking.answer = a.choice;
  if (!model.options.revealed) {  // a first attempt
    ++model.asking.asked;
    model.asking.right += belief == scene::Belief::kNone ? 1 : 0;
  }
  model.options.revealed = true;
  model.motion = {false, 0.0f, nullptr};
}

void Session::Impl::on(const action::AskAnother&) {
  if (model.moment == nullptr || model.run == nullptr) return;
  const size_t count = scene::questions_about(*model.moment, model.run->device).size();
  if (count == 0) return;
  model.options.revealed = false;
  model.asking.answer.reset();
  model.asking.question = (model.asking.question + 1) % count;
}

}  // namespace warplens::gui
