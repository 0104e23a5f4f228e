// The session's part that asks before it shows: which question comes, answers, and how often they
// were right at first.
#include <algorithm>
#include <bit>
#include <utility>

#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "app/scene/questions/run_questions.hpp"
#include "app/session/session_impl.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

constexpr uint64_t kMostScores = uint64_t{64} << 10;  // [bytes]

}  // namespace

// A damaged file is reported, and replaced by the next answer.
void Session::Impl::read_scores() {
  if (options_.scores_path.empty() || !files::exists(options_.scores_path)) return;
  const auto text = files::read_text(options_.scores_path, kMostScores);
  if (!text) {
    model.notice = text.error();
    return;
  }
  auto scores = parse_scores(*text);
  if (scores) {
    model.asking.scores = std::move(*scores);
  } else {
    model.notice = say("{file}: {problem}; questions are counted anew.",
                       "file"_a = options_.scores_path, "problem"_a = scores.error());
  }
}

// Without waiting for the disk; what fails is not worth a word in a lesson.
void Session::Impl::keep_scores() {
  if (options_.scores_path.empty()) return;
  const auto write = [path = options_.scores_path,
                      text = print(model.asking.scores)](Executor::Ticket& ticket) {
    files::make_folder_of(path);
    files::write_text(path, text);
    ticket.post([] {});
  };
  executor_.submit(JobKind::kScores, Executor::whole(write, [](const std::string&) {}));
}

// About another access.
void Session::Impl::ask_anew() {
  model.options.revealed = false;
  model.asking.question = 0;
  model.asking.answer.reset();
}

// Once for each moment that is asked about.
void Session::Impl::update_questions() {
  Asking& asking = model.asking;
  if (!model.options.ask_first || model.moment == nullptr || model.run == nullptr) {
    asking.questions = nullptr;
    asking.of = nullptr;
    return;
  }
  if (asking.of == model.moment && asking.questions != nullptr) return ask_about_time();
  // Another thread of the access that was answered about: its questions stay.
  if (asking.answer && asking.of != nullptr && asking.of->step == model.moment->step) {
    asking.of = model.moment;
    return ask_about_time();
  }
  std::vector<scene::Question> questions = scene::questions_about(*model.moment, model.run->device);
  std::stable_sort(questions.begin(), questions.end(),
                   [&](const scene::Question& a, const scene::Question& b) {
                     return asking.scores.due(a) > asking.scores.due(b);
                   });
  asking.questions = std::make_shared<const std::vector<scene::Question>>(std::move(questions));
  asking.of = model.moment;
  asking.asks_time = false;
  ask_about_time();
}

// Last, as times may come later than the moment.
void Session::Impl::ask_about_time() {
  Asking& asking = model.asking;
  const std::shared_ptr<const run::Run>& left =
      model.split.run != nullptr ? model.split.run : model.previous;
  if (asking.asks_time || model.measuring.times.empty() || left == nullptr) return;
  asking.asks_time = true;
  if (!left->is_counted || !model.run->is_counted) return;
  const auto question =
      scene::time_question(model.measuring.times.front(), left->totals.shared_sum().wavefronts,
                           model.run->totals.shared_sum().wavefronts);
  if (!question) return;
  std::vector<scene::Question> questions = *asking.questions;
  questions.push_back(*question);
  asking.questions = std::make_shared<const std::vector<scene::Question>>(std::move(questions));
}

// Shows the counts, and the access once more, pass by pass.
void Session::Impl::on(const action::Answer& a) {
  update_questions();
  Asking& asking = model.asking;
  if (asking.questions == nullptr || asking.answer || asking.question >= asking.questions->size())
    return;
  const scene::Question& question = (*asking.questions)[asking.question];
  if (a.choice >= question.choices.size()) return;
  asking.answer = a.choice;
  if (!model.options.revealed) {  // a first attempt
    asking.scores.note(question, a.choice);
    keep_scores();
  }
  model.options.revealed = true;
  model.motion = {false, 0.0f, nullptr};
  // The thread that is shown is one of those that prove the answer wrong.
  const uint32_t lanes = question.choices[a.choice].lanes;
  if (lanes != 0)
    on(action::SelectThread{model.moment->access.warp,
                            static_cast<uint32_t>(std::countr_zero(lanes))});
}

void Session::Impl::on(const action::AskAnother&) {
  update_questions();
  Asking& asking = model.asking;
  if (asking.questions == nullptr || asking.questions->empty()) return;
  model.options.revealed = false;
  asking.answer.reset();
  asking.question = (asking.question + 1) % asking.questions->size();
}

void Session::Impl::on(const action::ClearScores&) {
  model.asking.scores = {};
  keep_scores();
}

}  // namespace warplens::gui
