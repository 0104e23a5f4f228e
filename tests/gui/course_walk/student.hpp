// Somebody who goes through the course with mouse and keyboard, and reads whatever is drawn on the
// way: the start page, each stop with its question open and answered, the twins of what was missed,
// the lesson's end, its tasks.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>

#include "tests/support/window_visit.hpp"

namespace warplens::tests {

class Student : private WindowVisit {
 public:
  // The start page is shown, and nothing was done in the course yet.
  explicit Student(platform::Headless& window) : WindowVisit(window) {}

  // The question that the start page begins with, and the way from it into its lesson.
  void begin_course(std::span<const Screen> screens);
  // The test before the course: its first question, what an answer brings, and what came out.
  void take_test(std::span<const Screen> screens);
  // The start page once the course was begun.
  void read_start_page(std::span<const Screen> screens);
  // From the lesson's first stop to what follows its last task, with Page Down. Every second
  // question is answered wrongly at first.
  void walk(const std::string& lesson, const Screen& screen, bool is_light);

  using WindowVisit::problems;

 private:
  void read_on_stage(const std::string& place);
  void go_on();
  void visit_here();
  void visit_stop(const std::string& place);
  void answer(const std::string& place, bool is_right);
  void visit_task(const std::string& place);
  void follow_hint(const std::string& place);
  void write(const std::string& text);

  size_t questions_ = 0, missed_ = 0, twins_ = 0;  // of the lesson
  std::set<size_t> visited_;                       // its stops, its end and its tasks
};

}  // namespace warplens::tests
