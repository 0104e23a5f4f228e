// A lesson's task in the session: its starter is judged, an edit anew, hidden sizes after a rest;
// hints and their stops, what is kept, and the reference beside one's own way.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "app/session/course/path.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/exercises.hpp"
#include "tests/unit/course/lesson_of.hpp"
#include "tests/unit/session/session_fixture.hpp"

using namespace warplens;

namespace {

std::shared_ptr<const course::Exercise> task_of_mine() {
  course::Exercise exercise = *tests::exercise_of("add-any-length");
  exercise.hints = {{"Round up from {n}.", "third"}, {"Guard.", "how-many"}, {"A way.", "gone"}};
  return std::make_shared<const course::Exercise>(std::move(exercise));
}

gui::SessionOptions with_task(const std::string& progress_path = "") {
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.course = {tests::must_parse_lesson(tests::lesson_json())};
  options.exercises = {task_of_mine()};
  options.progress_path = progress_path;
  return options;
}

const gui::Task& task_in(const gui::State& model) {
  REQUIRE(model.course.task.has_value());
  return *model.course.task;
}
course::Outcome outcome_in(const gui::State& model) {
  REQUIRE(task_in(model).verdict != nullptr);
  return task_in(model).verdict->outcome;
}
const course::Mark& mark_in(const gui::State& model, course::MarkKind kind) {
  REQUIRE(task_in(model).verdict != nullptr);
  return tests::mark_of(*task_in(model).verdict, kind);
}

// Frames until the newest text is judged so far.
template <class IsThere>
void go_on_until(gui::Session& session, double& now, const IsThere& is_there) {
  for (int frame = 0; frame < 20'000 && !is_there(); ++frame) session.update(now += 0.001);
  REQUIRE(is_there());
}

}  // namespace

TEST_CASE("task: it opens with its starter, at its shown size, and the starter fails") {
  gui::Session session(with_task());
  const gui::State& model = test::open(session, "mine.add-any-length");
  CHECK(model.notice == "");
  CHECK(model.text() == task_of_mine()->starter);
  CHECK(!model.is_modified);
  REQUIRE(model.run != nullptr);
  CHECK(model.run->context->grid.x == 3);  // as the starter's comment sets it, of 100
  CHECK(task_in(model).goal.find("With 100 elements") != std::string::npos);
  CHECK(outcome_in(model) == course::Outcome::kFailed);
  CHECK(mark_in(model, course::MarkKind::kResult).state == course::MarkState::kFailed);
  CHECK(!task_in(model).is_judging);
  CHECK(model.course.progress.stop == "add-any-length");
  CHECK(model.course.progress.tasks.empty());
}

TEST_CASE("task: the reference typed in passes at all sizes, and its run is beside one's own") {
  gui::Session session(with_task());
  const gui::State& model = test::open(session, "add-any-length");
  test::act(session, gui::action::ShowReference{});  // not before
  CHECK(model.split.run == nullptr);
  test::act(session, test::edited(task_of_mine()->reference));
  CHECK(model.run->context->grid.x == 4);
  CHECK(outcome_in(model) == course::Outcome::kPassed);
  CHECK(model.course.task_progress().is_passed);
  CHECK(model.course.task_progress().text == task_of_mine()->reference);
  test::act(session, test::edited(tests::text_of("add-any-length", "honest_stride.cu")));
  test::act(session, gui::action::ShowReference{});
  REQUIRE(model.split.run != nullptr);
  CHECK(model.split.run->request.file.text() == task_of_mine()->reference);
  CHECK(model.split.run->context->grid.x == 4);
  CHECK(model.run->request.file.text() == model.text());
  // That it passed once stays.
  test::act(session, test::edited(task_of_mine()->starter));
  CHECK(outcome_in(model) == course::Outcome::kFailed);
  CHECK(model.course.task_progress().is_passed);
}

TEST_CASE("task: what is forgotten while it is open does not come back when it is left") {
  gui::Session session(with_task());
  const gui::State& model = test::open(session, "add-any-length");
  test::act(session, test::edited(task_of_mine()->reference));
  REQUIRE(model.course.task_progress().is_passed);
  test::act(session, gui::action::ShowHome{});
  test::act(session, gui::action::ClearProgress{});
  CHECK(model.course.progress.is_empty());
  test::act(session, gui::action::OpenStop{"third"});
  CHECK(model.course.progress.tasks.empty());
  test::act(session, gui::action::OpenStop{"add-any-length"});
  CHECK(model.text() == task_of_mine()->starter);
}

TEST_CASE("task: a half-typed line is not finished, and fails no mark") {
  gui::Session session(with_task());
  const gui::State& model = test::open(session, "add-any-length");
  SUBCASE("in the kernel") {
    test::act(session, test::edited("__global__ void add(const float* a, "));
  }
  SUBCASE("in the launch") {
    test::act(session, test::edited("// warplens: --grid {n +\n" + task_of_mine()->reference));
  }
  CHECK(outcome_in(model) == course::Outcome::kNotFinished);
  for (const course::Mark& mark : task_in(model).verdict->marks)
    CHECK(mark.state != course::MarkState::kFailed);
}

TEST_CASE("task: the shown size is judged at once, hidden ones after half a second's pause") {
  gui::SessionOptions options = with_task();
  options.threads = false;  // a frame does a part of the work
  gui::Session session(std::move(options));
  const gui::State& model = test::open(session, "add-any-length");
  double now = 1;
  session.update(now);
  // Right for 100 elements alone.
  session.apply({test::edited(tests::text_of("add-any-length", "cheat_shown_length.cu"))});
  const double typed = now;
  const auto old = model.course.task->verdict;
  go_on_until(session, now, [&] { return model.course.task->verdict != old; });
  CHECK(outcome_in(model) == course::Outcome::kOpen);
  CHECK(mark_in(model, course::MarkKind::kGoal).shown_value.has_value());
  CHECK(now < typed + 0.5);
  go_on_until(session, now, [&] { return !model.course.task->is_judging; });
  CHECK(now >= typed + 0.5);
  CHECK(outcome_in(model) == course::Outcome::kFailed);
  const course::Mark& result = mark_in(model, course::MarkKind::kResult);
  REQUIRE(result.where.has_value());
  CHECK(result.where->at.size != 0);
}

TEST_CASE("task: hints one after another, each with a stop that leads there and back") {
  gui::Session session(with_task());
  const gui::State& model = test::open(session, "add-any-length");
  test::act(session, gui::action::FollowHint{0});  // it is not shown yet
  CHECK(model.course.task.has_value());
  test::act(session, test::edited(task_of_mine()->starter + "// mine\n"));
  test::act(session, gui::action::ShowHint{});
  CHECK(model.course.task_progress().hints == 1);
  CHECK(task_in(model).hints.front() == "Round up from 100.");
  test::act(session, gui::action::FollowHint{0});
  REQUIRE(model.course.stop() != nullptr);
  CHECK(model.course.stop()->id == "third");
  CHECK(!model.course.task.has_value());
  SUBCASE("by the key for the way back") {
    test::act(session, gui::action::BackToArranged{});
  }
  SUBCASE("by going on") {
    test::act(session, gui::action::NextStop{});
  }
  CHECK(task_in(model).exercise->id == "add-any-length");
  CHECK(model.text() == task_of_mine()->starter + "// mine\n");
  CHECK(model.notice == "");
  CHECK(!model.course.left_task.has_value());
  for (int i = 0; i < 5; ++i) test::act(session, gui::action::ShowHint{});
  CHECK(model.course.task_progress().hints == 3);
  test::act(session, gui::action::FollowHint{2});  // its stop is gone
  CHECK(model.notice.find("gone") != std::string::npos);
  CHECK(model.course.task.has_value());
}

TEST_CASE("task: it follows the lesson's end, and nothing follows it") {
  gui::Session session(with_task());
  const gui::State& model = test::open(session, "mine.fourth");
  test::act(session, gui::action::NextStop{});
  CHECK(model.course.stop() == nullptr);
  CHECK(!model.course.task.has_value());
  test::act(session, gui::action::NextStop{});
  CHECK(task_in(model).exercise->id == "add-any-length");
  test::act(session, gui::action::PreviousStop{});
  CHECK(!model.course.task.has_value());
  CHECK(model.text() == tests::kAddText);  // the last stop's
  test::act(session, gui::action::NextStop{});
  test::act(session, gui::action::NextStop{});
  CHECK(model.course.is_home);
  SUBCASE("another text ends it") {
    test::act(session, gui::action::OpenLesson{"transpose-column"});
    CHECK(!model.course.task.has_value());
    CHECK(model.options.arrangement == gui::everything());
  }
}

TEST_CASE("task: the text, the hints and that it passed are there at the next start") {
  const tests::TempFolder folder;
  const std::string path = folder.path("progress.json");
  {
    gui::Session session(with_task(path));
    test::open(session, "add-any-length");
    test::act(session, gui::action::ShowHint{});
    test::act(session, test::edited(task_of_mine()->reference + "// mine\n"));
    CHECK(!session.model().is_modified);  // it is kept
  }
  gui::Session session(with_task(path));
  const gui::State& model = test::open(session, "add-any-length");
  CHECK(model.text() == task_of_mine()->reference + "// mine\n");
  CHECK(model.course.task_progress().hints == 1);
  CHECK(model.course.task_progress().is_passed);
  CHECK(outcome_in(model) == course::Outcome::kPassed);
  CHECK(continue_place(model.course) == gui::StopPlace{0, 5});
}
