// The test before and after the course: its answers are kept and say nothing, it goes on where it
// was left, it is no part of the path, and it is offered in its time.
#include "app/session/course/knowledge_test.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "app/session/course/path.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/lesson_of.hpp"
#include "tests/unit/session/session_fixture.hpp"

using namespace warplens;
using gui::TestPart;

namespace {

std::vector<course::TestItem> two_ideas() {
  return {{"blocks", "Blocks", {"mine", "how-many", {}}, {"mine", "how-many", 1}},
          {"barriers", "Barriers", {"mine", "barrier", 0}, {"mine", "barrier", {}}}};
}

gui::Session tested_session(const std::string& progress_path = "") {
  nlohmann::json lesson = tests::lesson_json();
  lesson["stops"][0]["arrangement"] = "picture=access cover=sectors";
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.course = {tests::must_parse_lesson(lesson)};
  options.course_test = two_ideas();
  options.progress_path = progress_path;
  return gui::Session(std::move(options));
}

void choose(gui::Session& session, bool is_right) {
  const course::Asked* asked = session.model().course.asked();
  REQUIRE(asked != nullptr);
  size_t i = 0;
  while (asked->choices[i].is_right != is_right) ++i;
  test::act(session, gui::action::AnswerStop{i});
}

// Lessons of one stop each, and a test about the first two.
gui::Course course_of(size_t lessons) {
  gui::Course course;
  for (size_t i = 0; i < lessons; ++i) {
    auto lesson = std::make_shared<course::Lesson>();
    lesson->id = "lesson-" + std::to_string(i);
    lesson->stops.emplace_back().id = "stop-" + std::to_string(i);
    course.lessons.push_back(lesson);
  }
  course.test.items = {{"one", "One", {"lesson-0", "stop-0", {}}, {"lesson-1", "stop-1", {}}}};
  return course;
}

}  // namespace

TEST_CASE("knowledge test: an answer is kept with its belief and says nothing") {
  gui::Session session = tested_session();
  const gui::State& model = test::act(session, gui::action::OpenTest{});
  CHECK(model.course.test.part == TestPart::kBefore);
  CHECK(model.course.is_asking());
  CHECK(model.course.stop()->id == "how-many");
  CHECK_FALSE(gui::is_test_answered(model.course));
  choose(session, false);
  CHECK(gui::is_test_answered(model.course));
  CHECK(model.course.is_asking());
  CHECK(model.options.arrangement.covered.has(gui::Count::kSectors));
  const gui::Progress& progress = model.course.progress;
  const gui::FirstAnswer kept = progress.before.at("blocks");
  CHECK_FALSE(kept.is_right);
  CHECK_FALSE(kept.belief.empty());
  // It is none of the stop's.
  CHECK(progress.first_answers.empty());
  CHECK(progress.missed.empty());
  CHECK(progress.done.empty());
  CHECK(progress.stop.empty());
  SUBCASE("a second one is not taken") {
    choose(session, true);
    CHECK(progress.before.at("blocks") == kept);
  }
  SUBCASE("the stop itself asks anew") {
    test::act(session, gui::action::OpenStop{"mine"});
    CHECK_FALSE(model.course.test.part);
    CHECK(model.course.is_asking());
    choose(session, true);
    CHECK_FALSE(model.course.is_asking());
    CHECK(progress.first_answers.at("how-many").is_right);
  }
  SUBCASE("going back shows that it is kept") {
    test::act(session, gui::action::NextStop{});
    CHECK(model.course.stop()->id == "barrier");
    CHECK(model.course.at->twin == 0);
    CHECK_FALSE(gui::is_test_answered(model.course));
    test::act(session, gui::action::PreviousStop{});
    CHECK(gui::is_test_answered(model.course));
    test::act(session, gui::action::PreviousStop{});  // there is none
    CHECK(model.course.test.item == 0);
    test::act(session, gui::action::GoToStop{1});
    CHECK(model.course.test.item == 1);
    test::act(session, gui::action::GoToStop{2});  // nor here
    CHECK(model.course.test.item == 1);
  }
  SUBCASE("back to its question after another text") {
    test::act(session, test::edited("__global__ void add() {}"));
    test::act(session, gui::action::BackToArranged{});
    CHECK(model.text() == tests::kAddText);
    CHECK(model.course.test.part == TestPart::kBefore);
    CHECK(model.options.arrangement.covered.has(gui::Count::kSectors));
  }
  SUBCASE("a lesson that is opened ends it") {
    test::act(session, gui::action::OpenLesson{"transpose-column"});
    CHECK_FALSE(model.course.test.part);
    CHECK_FALSE(model.course.at);
  }
}

TEST_CASE("knowledge test: what was left out comes last, then what came out") {
  gui::Session session = tested_session();
  const gui::State& model = test::act(session, gui::action::OpenTest{true});
  test::act(session, gui::action::NextStop{});
  choose(session, true);
  test::act(session, gui::action::NextStop{});
  CHECK(model.course.test.item == 0);
  CHECK(model.course.at->twin == 1);
  test::act(session, gui::action::RevealStop{});  // "I don't know"
  CHECK(model.course.progress.after.at("blocks") == gui::FirstAnswer{false, ""});
  CHECK(model.options.arrangement.covered.has(gui::Count::kSectors));
  test::act(session, gui::action::GoToStop{1});
  test::act(session, gui::action::NextStop{});
  CHECK(model.course.is_home);
  CHECK(model.course.test.is_result);
  const gui::TestCounts counts = gui::test_counts(model.course, TestPart::kAfter);
  CHECK(counts.answered == 2);
  CHECK(counts.right == 1);
  CHECK(gui::test_counts(model.course, TestPart::kBefore).answered == 0);
  test::act(session, gui::action::ShowHome{});
  CHECK_FALSE(model.course.test.is_result);
  test::act(session, gui::action::OpenTest{true});
  CHECK(model.course.test.is_result);
  test::act(session, gui::action::OpenStop{"mine"});
  CHECK_FALSE(model.course.is_home);
  CHECK_FALSE(model.course.test.is_result);
}

TEST_CASE("knowledge test: it goes on where it was left, and is forgotten with the progress") {
  const tests::TempFolder folder;
  const std::string path = folder.path("progress.json");
  {
    gui::Session session = tested_session(path);
    test::act(session, gui::action::OpenTest{});
    choose(session, true);
    CHECK(session.stop(10));
  }
  gui::Session session = tested_session(path);
  CHECK(session.model().course.progress.before.at("blocks").is_right);
  const gui::State& model = test::act(session, gui::action::OpenTest{});
  CHECK(model.course.test.item == 1);
  test::act(session, gui::action::ClearProgress{});
  CHECK(model.course.progress.is_empty());
  CHECK(session.stop(10));
  gui::Session cleared = tested_session(path);
  CHECK(cleared.model().course.progress.before.empty());
}

TEST_CASE("knowledge test: a course without one has nothing to open") {
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.course = {tests::must_parse_lesson(tests::lesson_json())};
  gui::Session session(std::move(options));
  const gui::State& model = test::act(session, gui::action::OpenTest{});
  CHECK_FALSE(model.course.at);
  CHECK_FALSE(model.course.test.is_result);
  CHECK_FALSE(gui::offered_test(model.course));
}

TEST_CASE("knowledge test: the one before is offered at first, the one after at the end") {
  gui::Course course = course_of(5);
  CHECK(gui::offered_test(course) == TestPart::kBefore);
  SUBCASE("until it is done") {
    course.progress.before["one"] = {};
    CHECK_FALSE(gui::offered_test(course));
    course.progress.before = {{"of-an-older-course", {}}};
    CHECK(gui::offered_test(course) == TestPart::kBefore);
  }
  SUBCASE("until it would not be before any more") {
    course.progress.done = {"stop-0", "stop-2"};
    CHECK(gui::offered_test(course) == TestPart::kBefore);
    course.progress.done.insert("stop-3");
    CHECK_FALSE(gui::offered_test(course));
  }
  SUBCASE("after the last lesson") {
    course.progress.done = {"stop-4"};
    CHECK(gui::offered_test(course) == TestPart::kAfter);
    course.progress.after["one"] = {};
    CHECK_FALSE(gui::offered_test(course));
  }
  SUBCASE("after all lessons that it asks about") {
    course.progress.done = {"stop-0", "stop-1"};
    CHECK(gui::offered_test(course) == TestPart::kAfter);
  }
}
