// The lessons that are built in: all that they expect holds, and what they name is there.
#include <set>

#include "app/course/exercise.hpp"
#include "app/guide/glossary.hpp"
#include "app/lessons/lesson.hpp"
#include "tests/unit/course/lesson_of.hpp"

using namespace warplens;

TEST_CASE("lessons: all that they expect holds") {
  for (const course::Lesson& lesson : course::built_in_lessons()) {
    for (const std::string& problem : course::check(lesson)) FAIL_CHECK(problem);
  }
}

TEST_CASE("lessons: a term is in the glossary") {
  for (const course::Lesson& lesson : course::built_in_lessons()) {
    for (const course::Stop& stop : lesson.stops) {
      const bool is_known =
          stop.term.empty() || guide::find_term(guide::glossary(), stop.term) != nullptr;
      CHECK_MESSAGE(is_known, stop.id, ": '", stop.term, "' is not in app/study/GLOSSARY.md");
    }
  }
}

TEST_CASE("lessons: their exercises are there, and the stops that hints name") {
  std::set<std::string> exercises, lessons, stops;
  for (const course::Exercise& exercise : course::built_in()) exercises.insert(exercise.id);
  for (const course::Lesson& lesson : course::built_in_lessons()) {
    lessons.insert(lesson.id);
    for (const course::Stop& stop : lesson.stops) stops.insert(stop.id);
    for (const std::string& id : lesson.exercises)
      CHECK_MESSAGE(exercises.contains(id), lesson.id, ": there is no exercise '", id, "'");
  }
  for (const course::Exercise& exercise : course::built_in()) {
    if (!lessons.contains(exercise.lesson)) continue;
    for (const course::Hint& hint : exercise.hints)
      CHECK_MESSAGE(stops.contains(hint.stop), exercise.id, ": there is no stop '", hint.stop, "'");
  }
}

TEST_CASE("lessons: the stops that lessons outside of the course name are there") {
  std::set<std::string> stops;
  for (const course::Lesson& lesson : course::built_in_lessons()) {
    for (const course::Stop& stop : lesson.stops) stops.insert(lesson.id + "." + stop.id);
  }
  if (stops.empty()) return;  // built without them
  for (const lessons::Lesson& lesson : lessons::built_in())
    CHECK_MESSAGE(stops.contains(lesson.stop), lesson.id, ": there is no stop '", lesson.stop, "'");
}

TEST_CASE("lessons: those that are built in are those of kernels/course/lessons") {
  const std::string folder = std::string(WARPLENS_SOURCE_DIR) + "/kernels/course/lessons";
  const std::vector<course::Lesson>& built_in = course::built_in_lessons();
  const auto read = course::load_course(folder);
  if (built_in.empty()) {
    CHECK_FALSE(read.ok());
    return;
  }
  REQUIRE_MESSAGE(read.ok(), (read.ok() ? "" : read.error()));
  REQUIRE(read->size() == built_in.size());
  for (size_t i = 0; i < built_in.size(); ++i) {
    CHECK(built_in[i].id == (*read)[i].id);
    CHECK(built_in[i].stops.size() == (*read)[i].stops.size());
  }
}
