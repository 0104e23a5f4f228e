#include "app/session/course/knowledge_test.hpp"

#include <algorithm>

#include "app/session/course/path.hpp"

namespace warplens::gui {

namespace {

constexpr std::ptrdiff_t kLessonsUntilTooLate =
    3;  // that are done: it would not be before any more

bool has_lesson_done(const Course& course, const std::string& id) {
  return std::any_of(course.lessons.begin(), course.lessons.end(),
                     [&](const auto& one) { return one->id == id && course.is_done(*one); });
}

}  // namespace

const FirstAnswers& answers_of(const Progress& progress, TestPart part) {
  return part == TestPart::kBefore ? progress.before : progress.after;
}

FirstAnswers& answers_of(Progress& progress, TestPart part) {
  return part == TestPart::kBefore ? progress.before : progress.after;
}

const course::TestQuestion& question_of(const course::TestItem& item, TestPart part) {
  return part == TestPart::kBefore ? item.before : item.after;
}

TestCounts test_counts(const Course& course, TestPart part) {
  const FirstAnswers& answers = answers_of(course.progress, part);
  TestCounts counts;
  for (const course::TestItem& item : course.test.items) {
    const auto answer = answers.find(item.idea);
    if (answer == answers.end()) continue;
    ++counts.answered;
    counts.right += answer->second.is_right ? 1 : 0;
  }
  return counts;
}

std::optional<size_t> open_item(const Course& course, TestPart part) {
  const std::vector<course::TestItem>& items = course.test.items;
  const FirstAnswers& answers = answers_of(course.progress, part);
  const auto open = std::find_if(items.begin(), items.end(), [&](const course::TestItem& item) {
    return !answers.contains(item.idea);
  });
  if (open == items.end()) return std::nullopt;
  return static_cast<size_t>(open - items.begin());
}

std::optional<TestPart> offered_test(const Course& course) {
  const std::vector<course::TestItem>& items = course.test.items;
  if (items.empty() || course.lessons.empty()) return std::nullopt;
  const bool is_over = course.is_done(*course.lessons.back()) ||
                       std::all_of(items.begin(), items.end(), [&](const course::TestItem& item) {
                         return has_lesson_done(course, item.before.lesson) &&
                                has_lesson_done(course, item.after.lesson);
                       });
  const auto done = std::count_if(course.lessons.begin(), course.lessons.end(),
                                  [&](const auto& lesson) { return course.is_done(*lesson); });
  if (!is_over && done >= kLessonsUntilTooLate) return std::nullopt;
  const TestPart part = is_over ? TestPart::kAfter : TestPart::kBefore;
  return open_item(course, part) ? std::optional(part) : std::nullopt;
}

std::optional<StopPlace> item_place(const Course& course, TestPart part, size_t item) {
  const course::TestQuestion& question = question_of(course.test.items[item], part);
  std::optional<StopPlace> place = find_stop(course, question.lesson + "." + question.stop);
  if (place) place->twin = question.twin;
  return place;
}

bool is_test_answered(const Course& course) {
  const KnowledgeTest& test = course.test;
  return test.part && answers_of(course.progress, *test.part).contains(test.items[test.item].idea);
}

}  // namespace warplens::gui
