// Where somebody is in the course, and what of it is shown: a stop, or a twin of one, with what its
// sentences are filled from, its question and the answer. What comes next is path.hpp's.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/course/judge.hpp"
#include "app/course/lesson.hpp"
#include "app/course/stop_run.hpp"
#include "app/scene/moment.hpp"
#include "app/session/course/knowledge_test.hpp"
#include "app/session/course/own_kernel.hpp"
#include "app/session/course/progress.hpp"
#include "app/session/derived.hpp"
#include "app/study/access_lanes.hpp"

namespace warplens::gui {

// By index. `stop` is one past the last at the end of a lesson, where only what is to be remembered
// is shown; the lesson's tasks follow.
struct StopPlace {
  size_t lesson = 0, stop = 0;
  std::optional<size_t> twin = std::nullopt;  // the stop with other parameters
  friend auto operator<=>(const StopPlace&, const StopPlace&) = default;
};

// A stop at its parameters, in plain text.
struct StopFacts {
  std::string text;                         // its sentences, filled
  std::optional<course::Asked> asked;       // its question
  std::optional<lessons::Opening> opening;  // what is selected; nothing: no access
  study::CountingLanes lanes;               // that show what is wrong with a number that was typed
};

// To a stop's question. Neither choice nor number: it was only shown.
struct StopAnswer {
  std::optional<size_t> choice;   // of Asked::choices; of a typed number none where it is unknown
  std::optional<int64_t> number;  // that was typed
  bool is_right = false;
  // Of a number that nobody is known to believe in: why it is wrong, and what is lit.
  std::optional<study::TwoLanes> lanes = std::nullopt;
};

// When a question that was missed comes again.
enum class Again : uint8_t {
  kTwoStopsLater,
  kLessonEnd,
  kNextStart,  // first thing
  kLater,      // it was asked at this start already
};

// An exercise that is open, with what of its text is judged so far.
struct Task {
  std::shared_ptr<const course::Exercise> exercise;
  std::string goal;                // filled; empty until it is known
  std::vector<std::string> hints;  // likewise
  std::string problem;             // why it can't be judged, one sentence
  // Of the newest text that was judged, or of the one before; null before the first. Sizes that are
  // hidden follow those that are shown.
  std::shared_ptr<const course::Verdict> verdict;
  bool is_judging = false;        // ... more of it is to come
  bool is_reference_due = false;  // it is being run, to be shown beside the text
};

// What the start page asks whoever has not begun yet: the question of the stop that opens the
// course, beside its access in another run and in its own.
struct FirstSide {
  std::string name;  // what is set otherwise than in the other one: "pad = 0"
  std::shared_ptr<const run::Run> run;
  std::shared_ptr<const scene::Moment> moment;
};
struct FirstStop {
  StopFacts facts;
  std::array<FirstSide, 2> sides;  // the other run, the stop's own
};
struct FirstQuestion {
  StopPlace of;
  Trial<FirstStop> made;
  std::optional<StopAnswer> answer;
  float played = 0;  // how far the pictures are, 1: at their end

  // Null while there is nothing to choose from.
  const course::Asked* asked() const {
    return made.results == nullptr ? nullptr : &*made.results->facts.asked;
  }
};

struct Course {
  std::vector<std::shared_ptr<const course::Lesson>> lessons;
  std::vector<std::vector<std::shared_ptr<const course::Exercise>>> tasks;  // by lesson, in order
  std::optional<StopPlace> at;       // what is open; nothing: something that is no stop
  std::optional<StopPlace> then;     // the stop that comes next, unless a twin is due
  Trial<StopFacts> facts;            // of `at`
  std::optional<StopAnswer> answer;  // of `at`
  std::optional<Task> task;          // `at` is one
  // The task that was left for a stop that one of its hints names.
  std::optional<StopPlace> left_task;
  Progress progress;
  std::map<std::string, Again, std::less<>> again;  // of Progress::missed, by stop
  std::map<size_t, size_t> repeated;  // how many twins were asked at a lesson's end, by lesson
  bool is_home = false;               // the start page covers all else
  std::optional<OwnKernel> own;  // the text that is open is one, and was opened to be asked about
  std::optional<FirstQuestion> first;  // of the start page; nothing: the path is there
  KnowledgeTest test;                  // before and after the course

  // Null where no stop is open; the stop also at the end of a lesson.
  const course::Lesson* lesson() const { return at ? lessons[at->lesson].get() : nullptr; }
  const course::Stop* stop() const {
    return at && at->stop < lesson()->stops.size() ? &lesson()->stops[at->stop] : nullptr;
  }
  // A question is open: from the moment on in which its stop opens; of the test that runs, always.
  bool is_asking() const { return stop() != nullptr && stop()->question && !answer; }
  // The question with what it is filled with; null where none is shown, or while that is made.
  const course::Asked* asked() const {
    return stop() != nullptr && facts.results != nullptr && facts.results->asked
               ? &*facts.results->asked
               : nullptr;
  }
  bool is_done(const course::Lesson& lesson) const;
  size_t task_count(size_t lesson) const {
    return lesson < tasks.size() ? tasks[lesson].size() : 0;
  }
  // Null where that place is none of a task.
  std::shared_ptr<const course::Exercise> task_at(const StopPlace& place) const;
  // How far the task that is open has come; of a new one nothing.
  TaskProgress task_progress() const;
};

}  // namespace warplens::gui
