// The way through the course: what comes next, and when a question that was missed comes again.
#include "app/session/course/path.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using namespace warplens;
using gui::Again;
using gui::StopPlace;

namespace {

course::Lesson lesson_of_five(const std::string& id) {
  course::Lesson lesson;
  lesson.id = id;
  for (const char* name : {"-0", "-1", "-2", "-3", "-4"}) {
    course::Stop stop;
    stop.id = id + name;
    stop.question = course::Question{};
    stop.twins.resize(3);
    lesson.stops.push_back(stop);
  }
  return lesson;
}

gui::Course two_lessons() {
  gui::Course course;
  for (const char* id : {"first", "second"})
    course.lessons.push_back(std::make_shared<const course::Lesson>(lesson_of_five(id)));
  return course;
}

// As the session does it, without runs.
void go_to(gui::Course& course, const StopPlace& place) {
  course.at = place;
  if (!place.twin) course.then = following(course, place);
}
void go_on(gui::Course& course) {
  go_to(course, due_twin(course, false).value_or(*course.then));
}
void answer(gui::Course& course, bool is_right) {
  note_answer(course, *course.at, nullptr, {std::nullopt, std::nullopt, is_right});
}

}  // namespace

TEST_CASE("course path: a lesson or a stop is found by its name") {
  const gui::Course course = two_lessons();
  CHECK(find_stop(course, "second") == StopPlace{1, 0});
  CHECK(find_stop(course, "second.second-3") == StopPlace{1, 3});
  CHECK(find_stop(course, "first-2") == StopPlace{0, 2});
  CHECK(!find_stop(course, "first.second-3"));
  CHECK(!find_stop(course, ""));
  CHECK(!find_stop(course, "."));
}

TEST_CASE("course path: stop after stop, the lesson's end, the next lesson, and no more") {
  gui::Course course = two_lessons();
  go_to(course, {0, 3});
  go_on(course);
  CHECK(course.at == StopPlace{0, 4});
  go_on(course);
  CHECK(course.at == StopPlace{0, 5});
  CHECK(course.stop() == nullptr);
  CHECK(course.lesson()->id == "first");
  go_on(course);
  CHECK(course.at == StopPlace{1, 0});
  CHECK(!preceding(course));
  go_to(course, {1, 5});
  CHECK(!course.then);
  CHECK(preceding(course) == StopPlace{1, 4});
}

TEST_CASE("course path: a lesson's tasks follow its end, and are found by their exercises") {
  gui::Course course = two_lessons();
  course.tasks.resize(2);
  for (const char* id : {"easy", "hard"}) {
    auto exercise = std::make_shared<course::Exercise>();
    exercise->id = id;
    course.tasks[0].push_back(exercise);
  }
  CHECK(find_stop(course, "hard") == StopPlace{0, 7});
  CHECK(find_stop(course, "first.easy") == StopPlace{0, 6});
  CHECK(!find_stop(course, "second.easy"));
  CHECK(course.task_at({0, 7})->id == "hard");
  CHECK(course.task_at({0, 5}) == nullptr);
  CHECK(course.task_at({0, 8}) == nullptr);
  CHECK(following(course, {0, 5}) == StopPlace{0, 6});
  CHECK(following(course, {0, 7}) == StopPlace{1, 0});
  course.progress.lesson = "first";
  course.progress.stop = "hard";
  CHECK(continue_place(course) == StopPlace{0, 7});
}

TEST_CASE("course path: it goes on where it was left, else at the first stop that is not done") {
  gui::Course course = two_lessons();
  CHECK(continue_place(course) == StopPlace{0, 0});
  course.progress.done = {"first-0", "first-1"};
  CHECK(continue_place(course) == StopPlace{0, 2});
  course.progress.lesson = "second";
  course.progress.stop = "second-4";
  CHECK(continue_place(course) == StopPlace{1, 4});
  course.progress.stop = "of-an-older-course";
  CHECK(continue_place(course) == StopPlace{0, 2});
  CHECK(!continue_place(gui::Course{}));
}

TEST_CASE("course path: a missed question comes again two stops later, and not once it was right") {
  gui::Course course = two_lessons();
  go_to(course, {0, 0});
  answer(course, false);
  CHECK(course.progress.missed.contains("first-0"));
  for (const size_t stop : {1, 2}) {
    go_on(course);
    CHECK(course.at == StopPlace{0, stop});
    answer(course, true);
  }
  go_on(course);
  CHECK(course.at == StopPlace{0, 0, 0});
  CHECK(preceding(course) == StopPlace{0, 2});
  answer(course, true);
  CHECK(course.progress.missed.empty());
  CHECK(course.progress.first_answers.at("first-0").is_right == false);
  go_on(course);
  CHECK(course.at == StopPlace{0, 3});
}

TEST_CASE("course path: missed again it comes at the lesson's end, then at the next start") {
  gui::Course course = two_lessons();
  go_to(course, {0, 0});
  answer(course, false);
  go_to(course, {0, 2});
  go_on(course);
  REQUIRE(course.at == StopPlace{0, 0, 0});
  answer(course, false);
  go_on(course);
  CHECK(course.at == StopPlace{0, 3});
  go_to(course, {0, 4});
  go_on(course);
  CHECK(course.at == StopPlace{0, 0, 1});  // with other parameters
  answer(course, false);
  go_on(course);
  CHECK(course.at == StopPlace{0, 5});
  CHECK(course.again.at("first-0") == Again::kNextStart);
  CHECK(due_twin(course, true) == StopPlace{0, 0, 2});
  go_to(course, *due_twin(course, true));
  answer(course, false);
  CHECK(!due_twin(course, true));  // once a start
  CHECK(course.progress.missed.at("first-0") == 3);
}

TEST_CASE("course path: what is missed near the end comes at the end") {
  gui::Course course = two_lessons();
  go_to(course, {0, 4});
  answer(course, false);
  go_on(course);
  CHECK(course.at == StopPlace{0, 4, 0});
  answer(course, false);
  go_on(course);
  CHECK(course.at == StopPlace{0, 5});
}

TEST_CASE("course path: a lesson's end repeats two questions at most, the others the next start") {
  gui::Course course = two_lessons();
  course.tasks.resize(2);
  course.tasks[0].push_back(std::make_shared<course::Exercise>());
  size_t twins = 0;
  bool is_right = false;
  SUBCASE("that are answered rightly") {
    is_right = true;
  }
  SUBCASE("that are missed again") {}
  for (go_to(course, {0, 0}); course.at != StopPlace{0, 5}; go_on(course)) {
    if (course.at->twin && course.then == StopPlace{0, 5}) ++twins;
    answer(course, course.at->twin && course.then == StopPlace{0, 5} && is_right);
  }
  CHECK(twins == 2);
  go_on(course);
  CHECK(course.at == StopPlace{0, 6});  // nor before its task
  CHECK(course.progress.missed.size() == (is_right ? 3 : 5));
  for (auto& [stop, again] : course.again) again = Again::kNextStart;  // as a start does
  size_t later = 0;
  for (; const auto place = due_twin(course, true); ++later) {
    go_to(course, *place);
    answer(course, true);
  }
  CHECK(later == (is_right ? 3 : 5));
}

TEST_CASE("course path: a stop that is gone, or has no twins, is not asked about") {
  gui::Course course = two_lessons();
  course.progress.missed = {{"gone", 0}};
  course.again = {{"gone", Again::kNextStart}};
  CHECK(!due_twin(course, true));
}
