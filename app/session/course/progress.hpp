// How far somebody has come in the course: a value, its text in a file of this machine's user, and
// what two windows that were used at once make of it. It holds no name, no path and no time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace warplens::gui {

// Of a stop's question. A wrong one's belief is empty where none is known, or where the answer was
// only shown.
struct FirstAnswer {
  bool is_right = false;
  std::string belief;
  friend bool operator==(const FirstAnswer&, const FirstAnswer&) = default;
};

using FirstAnswers = std::map<std::string, FirstAnswer, std::less<>>;

// Of an exercise: a text that was changed. Longer ones than kLongestTaskText are not kept.
inline constexpr size_t kLongestTaskText = size_t{20} << 10;  // [bytes]
struct TaskProgress {
  std::string text;        // the last one; empty: the starter
  bool is_passed = false;  // one was
  uint64_t hints = 0;      // that were shown
  friend bool operator==(const TaskProgress&, const TaskProgress&) = default;
};

// By ids of lessons and of stops, which are unique in the course.
struct Progress {
  std::string lesson, stop;    // where it goes on, a stop or an exercise; empty: nowhere
  std::set<std::string> done;  // stops
  FirstAnswers first_answers;  // by stop
  FirstAnswers before, after;  // of the course's test, by idea
  // Stops whose question was missed, with the twin that comes next, from 0.
  std::map<std::string, uint64_t, std::less<>> missed;
  std::map<std::string, TaskProgress, std::less<>> tasks;  // by exercise

  bool is_empty() const;
  TaskProgress task(std::string_view exercise) const;  // nothing of one that was not begun
  friend bool operator==(const Progress&, const Progress&) = default;
};

// As a file holds it.
std::string print(const Progress& progress);
struct ProgressProblem {
  bool is_newer = false;  // a later version of Warplens has written it: it stays as it is
  std::string why;        // one sentence without a full stop
};
base::Result<Progress, ProgressProblem> parse_progress(std::string_view text);

// `now` came from `before`; meanwhile the file has become `there`: what has changed since `before`,
// in the file's. A first answer that the file has is the first.
Progress merged(const Progress& before, const Progress& now, const Progress& there);

// What a student hands in, for a person and a program to read: first answers by belief, those of
// the course's test, and texts of exercises by id.
std::string print_hand_in(const Progress& progress,
                          const std::map<std::string, std::string>& exercises);

}  // namespace warplens::gui
