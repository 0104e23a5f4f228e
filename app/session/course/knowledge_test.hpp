// The test before and after the course: its questions are stops, or twins of stops, one after
// another; their answers are kept by idea and say nothing yet. What came out is shown at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/course/test_items.hpp"
#include "app/session/course/progress.hpp"

namespace warplens::gui {

struct Course;
struct StopPlace;

enum class TestPart : uint8_t { kBefore, kAfter };

struct KnowledgeTest {
  std::vector<course::TestItem> items;
  std::optional<TestPart> part;  // that runs: Course::at is a question of it
  size_t item = 0;               // which, by index
  bool is_result = false;        // the start page shows what came out

  void leave() {
    part.reset();
    is_result = false;
  }
};

const FirstAnswers& answers_of(const Progress& progress, TestPart part);
FirstAnswers& answers_of(Progress& progress, TestPart part);

// How many of its questions are answered, and how many of them rightly; of the ideas that it has.
struct TestCounts {
  size_t answered = 0, right = 0;
};
TestCounts test_counts(const Course& course, TestPart part);
// The first question that is not answered, by index; nothing: it is done.
std::optional<size_t> open_item(const Course& course, TestPart part);
// The test that is offered: the one before until the first lessons are done, the one after once the
// last lesson is, or all that its questions are from. Nothing: neither, or it is done.
std::optional<TestPart> offered_test(const Course& course);

// Where the question is asked. Nothing: the course has no such stop.
std::optional<StopPlace> item_place(const Course& course, TestPart part, size_t item);
const course::TestQuestion& question_of(const course::TestItem& item, TestPart part);
// The open question of the test that runs is answered.
bool is_test_answered(const Course& course);

}  // namespace warplens::gui
