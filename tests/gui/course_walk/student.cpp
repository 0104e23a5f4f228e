#include "tests/gui/course_walk/student.hpp"

#include <algorithm>
#include <optional>

namespace warplens::tests {

namespace {

using gui::StopPlace;

// What Page Down may take for a lesson: stops, twins, tasks.
constexpr size_t kMostPlaces = 64;

// The right choice, or the first that is not.
size_t choice_of(const course::Asked& asked, bool is_right) {
  const auto found =
      std::find_if(asked.choices.begin(), asked.choices.end(),
                   [&](const course::Asked::Choice& one) { return one.is_right == is_right; });
  return static_cast<size_t>(found - asked.choices.begin());
}

std::string name_of(const gui::Course& course) {
  const StopPlace& at = *course.at;
  if (course.task) return "task " + course.task->exercise->id;
  if (course.stop() == nullptr) return "the end";
  return course.stop()->id + (at.twin ? fmt::format(", twin {}", *at.twin + 1) : "");
}

}  // namespace

// -------------------------------------------------------------------------------------------------
// the start page

void Student::begin_course(std::span<const Screen> screens) {
  begin("the first question", screens.front(), false);
  const gui::Course& course = model().course;
  const course::Asked* asked = course.first ? course.first->asked() : nullptr;
  if (!course.is_home || asked == nullptr) return fail("start", "the start page asks nothing");
  const size_t wrong = choice_of(*asked, false);
  for (const bool is_answered : {false, true}) {
    if (is_answered) {
      window().type(std::to_string(wrong + 1));
      window().settle();
      if (!model().course.first || !model().course.first->answer)
        fail("start", "a digit answers nothing");
    }
    for (const Screen& screen : screens) {
      for (const bool is_light : {false, true}) {
        begin("the first question", screen, is_light);
        read(is_answered ? "answered" : "open");
      }
    }
  }
  if (!press("first.lesson") || model().course.stop() == nullptr ||
      model().course.stop()->opens_course.empty())
    fail("answered", "no way leads to its stop");
}

void Student::take_test(std::span<const Screen> screens) {
  const size_t items = model().course.test.items.size();
  for (const bool is_over : {false, true}) {
    for (const Screen& screen : screens) {
      for (const bool is_light : {false, true}) {
        begin("the test", screen, is_light);
        act(gui::action::OpenTest{});
        read(is_over ? "what came out" : "open");
      }
    }
    for (size_t i = 0; i < items && !is_over; ++i) {
      act(gui::action::GoToStop{i});
      act(gui::action::RevealStop{});
      read(fmt::format("question {}, answered", i + 1));
    }
  }
}

void Student::read_start_page(std::span<const Screen> screens) {
  act(gui::action::ShowHome{true});
  for (const Screen& screen : screens) {
    for (const bool is_light : {false, true}) {
      begin("the start page", screen, is_light);
      read("the path");
    }
  }
}

// -------------------------------------------------------------------------------------------------
// a lesson

void Student::walk(const std::string& lesson, const Screen& screen, bool is_light) {
  begin(lesson, screen, is_light);
  act(gui::action::ClearProgress{});
  act(gui::action::OpenStop{lesson});
  if (!model().course.at) return fail("start", "there is no such lesson");
  const size_t index = model().course.at->lesson;
  const size_t places =
      model().course.lesson()->stops.size() + 1 + model().course.task_count(index);
  questions_ = missed_ = twins_ = 0;
  visited_.clear();
  for (size_t i = 0; i < kMostPlaces; ++i) {
    const StopPlace at = *model().course.at;
    if (at.lesson != index) break;
    visit_here();
    if (!model().course.at || *model().course.at != at) return fail("walk", "the place was left");
    go_on();
    if (model().course.is_home) break;  // behind the last lesson
    if (*model().course.at == at) return fail(name_of(model().course), "Page Down leads nowhere");
  }
  if (visited_.size() != places)
    fail("walk", fmt::format("{} of {} places were met", visited_.size(), places));
  if (twins_ < missed_)
    fail("walk", fmt::format("{} questions were missed, {} came again", missed_, twins_));
  act(gui::action::ShowHome{true});
  read("the start page");
  act(gui::action::ShowHome{false});
}

void Student::go_on() {
  window().press_key(ui::Key::kPageDown);
  window().settle();
}

void Student::visit_here() {
  window().take_pointer_away();  // what is under it is offered over the text
  const gui::Course& course = model().course;
  visited_.insert(course.at->stop);
  const std::string place = name_of(course);
  if (course.at->twin) ++twins_;
  if (course.task) return visit_task(place);
  if (course.stop() == nullptr) return read(place);
  visit_stop(place);
}

void Student::read_on_stage(const std::string& place) {
  change([](gui::ViewOptions& options) { options.stage = gui::Stage::kAccess; });
  read(place + " on stage");
  read_small(place + " on stage");
  change([](gui::ViewOptions& options) { options.stage = gui::Stage::kOff; });
}

void Student::visit_stop(const std::string& place) {
  const gui::Course& course = model().course;
  if (!course.facts.problem.empty()) return fail(place, course.facts.problem);
  read(place);
  read_on_stage(place);
  if (!course.stop()->question) return;
  if (!course.is_asking() || course.asked() == nullptr)
    return fail(place, "its question is not asked");
  const bool is_right = course.at->twin || questions_++ % 2 == 0;
  if (!is_right) ++missed_;
  answer(place, is_right);
  const std::string answered = place + (is_right ? ", answered" : ", missed");
  read(answered);
  read_on_stage(answered);
}

void Student::answer(const std::string& place, bool is_right) {
  const course::Asked& asked = *model().course.asked();
  if (asked.is_typed) {
    // A number that nobody foresees is wrong, too.
    const int64_t number = *asked.truth + (is_right ? 0 : 1);
    window().type(std::to_string(number));
    window().settle();
    window().press_key(ui::Key::kEnter);
  } else {
    window().type(std::to_string(choice_of(asked, is_right) + 1));
  }
  window().settle();
  const std::optional<gui::StopAnswer>& given = model().course.answer;
  if (!given || given->is_right != is_right)
    fail(place, is_right ? "the right answer is not taken" : "the wrong answer is not taken");
}

// -------------------------------------------------------------------------------------------------
// a task

void Student::write(const std::string& text) {
  act(gui::action::Edit{[text](gui::TextBuffer& buffer) { buffer.replace_all(text); }});
}

// With its starter, its hints, a half-typed line, and solved as the course does.
void Student::visit_task(const std::string& place) {
  const auto exercise = model().course.task->exercise;
  const auto outcome = [&] {
    const auto& verdict = model().course.task->verdict;
    return verdict == nullptr ? course::Outcome::kOpen : verdict->outcome;
  };
  if (!model().course.task->problem.empty()) return fail(place, model().course.task->problem);
  read(place);
  read_on_stage(place);
  if (outcome() != course::Outcome::kFailed) fail(place, "its starter does not fail");
  for (size_t hint = 0; hint < exercise->hints.size(); ++hint) {
    if (!press("task.hint")) fail(place, "a hint is missing");
    read(fmt::format("{}, hint {}", place, hint + 1));
  }
  follow_hint(place);
  write(exercise->reference.substr(0, exercise->reference.rfind(';')));
  read(place + ", not finished");
  if (outcome() != course::Outcome::kNotFinished) fail(place, "half a line is judged");
  write(exercise->reference);
  read(place + ", solved");
  if (outcome() != course::Outcome::kPassed) fail(place, "the course's own text does not pass");
  if (exercise->is_program) return;
  if (!press("task.ours") || probe().find("split.close") == nullptr)
    fail(place, "our way is not shown");
  read(place + ", our way beside");
  act(gui::action::SetSplit{false, false});
}

// To the stop of the last hint and back.
void Student::follow_hint(const std::string& place) {
  const StopPlace task = *model().course.at;
  if (!press("task.stop") || model().course.stop() == nullptr)
    return fail(place, "its hint leads to no stop");
  read(place + ", the hint's stop");
  go_on();
  if (*model().course.at != task) fail(place, "Page Down does not lead back from its hint's stop");
}

}  // namespace warplens::tests
