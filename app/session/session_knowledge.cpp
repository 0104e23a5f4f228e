// The session's part of the test before and after the course: opens one question after another,
// keeps their answers without a word about them, and shows at the end what came out.
#include "app/session/session_impl.hpp"

namespace warplens::gui {

void Session::Impl::on(const action::OpenTest& a) {
  Course& course = model.course;
  if (course.test.items.empty()) return;
  const TestPart part = a.is_after ? TestPart::kAfter : TestPart::kBefore;
  if (const auto item = open_item(course, part)) return open_test_item(part, *item);
  course.is_home = course.test.is_result = true;
}

// A question that is answered stays covered.
void Session::Impl::open_test_item(TestPart part, size_t item) {
  Course& course = model.course;
  if (item >= course.test.items.size()) return;
  const auto place = item_place(course, part, item);
  if (!place) return;
  leave_place();
  course.test.part = part;
  course.test.item = item;
  show_stop(*place, std::nullopt);
}

// Behind the last one come those that were left out.
void Session::Impl::open_next_test_item() {
  const KnowledgeTest& test = model.course.test;
  if (test.item + 1 < test.items.size()) return open_test_item(*test.part, test.item + 1);
  on(action::OpenTest{test.part == TestPart::kAfter});
}

// The first answer holds. It is none of the stop's, and brings no twins.
void Session::Impl::keep_test_answer(const StopAnswer& answer) {
  Course& course = model.course;
  const KnowledgeTest& test = course.test;
  answers_of(course.progress, *test.part)
      .emplace(test.items[test.item].idea, as_kept(course.asked(), answer));
  keep_progress();
}

}  // namespace warplens::gui
