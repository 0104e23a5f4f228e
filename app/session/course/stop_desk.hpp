// The session's side of the stop, or the task, that is open: what no view reads.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/arrangement.hpp"
#include "app/session/course/course.hpp"
#include "app/session/course/task_desk.hpp"
#include "app/session/derived.hpp"
#include "app/session/trials.hpp"

namespace warplens::gui {

struct StopDesk {
  explicit StopDesk(Executor& executor)
      : facts(executor, JobKind::kStop),
        first(executor, JobKind::kFirstQuestion),
        tasks(executor),
        reference(executor, JobKind::kReference) {}

  Derived<std::pair<StopPlace, std::string>, StopFacts> facts;  // on a device
  Derived<StopPlace, FirstStop> first;
  // What each was opened as, kept: sweeps and measurements refer to it.
  std::map<StopPlace, std::shared_ptr<const lessons::Lesson>> lessons;
  std::shared_ptr<const lessons::Lesson> shown;  // of them, the one that was opened last
  std::vector<std::shared_ptr<const lessons::Lesson>> kept;  // the same of tasks
  std::map<StopPlace, StopAnswer> answers;                   // since the start
  Arrangement arrangement;                                   // the stop's, as its file has it
  // The user's own, from before the course was entered: it comes back, and it is what is kept.
  std::optional<Arrangement> own;
  uint32_t registers = 0;  // a thread, for its model; 0: not known

  // What is still to be done until the stop's place is shown.
  struct Placing {
    bool has_launch = false, has_block = false;  // they were requested
  };
  std::optional<Placing> placing;

  bool is_task_placed = false;  // an access of the task that is open was selected
  TaskDesk tasks;
  TrialDesk<RunOfText> reference;  // of the task that is open
  // Document and version of the text that is judged.
  std::pair<uint32_t, uint64_t> judged{0, 0};
  // ... and of what was shown when progress was cleared: it is not kept until it is edited.
  std::pair<uint32_t, uint64_t> forgotten{0, 0};
  bool is_text_new = false;  // it is not in the file of progress

  bool awaits_own = false;  // the user's next text is asked about
  bool is_start = false;    // twins of earlier starts come first
  bool is_kept = true;      // progress may be written
  std::string reported;     // what was last wrong with writing it: once is enough
  std::string to_report;    // of it, once what is being opened, which clears notices, is there
  Progress written;         // as the file is known to hold it

  // Of a lecture: a text of its playlist is being opened, whose access is still to be shown; its
  // place could not be kept, which a notice has reported.
  bool is_item_placing = false, is_place_lost = false;
};

// The stop at the parameters, as a lesson that is opened, with those that its launch names; one on
// which the launch does not depend is fixed.
std::shared_ptr<const lessons::Lesson> as_lesson(const course::Stop& stop,
                                                 const lessons::Values& parameters);
// What its sentences and its question are filled with, from runs on the device; empty: the default
// one.
SlicedWork<StopFacts> with_stop(std::shared_ptr<const course::Lesson> lesson, size_t stop,
                                lessons::Values parameters, std::string device);
// The stop that opens the course, at its own parameters.
SlicedWork<FirstStop> with_first_stop(std::shared_ptr<const course::Lesson> lesson, size_t stop);

}  // namespace warplens::gui
