// The session: everything the window knows and does, without a window. It holds the State, applies
// the views' actions between frames, and has a worker make runs and moments, so that no frame waits
// for one.
//
// Time is given to it (update(now)), never asked for: a test or a script decides how fast it
// passes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/actions.hpp"
#include "app/session/measuring/measurer.hpp"
#include "app/session/state.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::gui {

struct SessionOptions {
  std::vector<lessons::Lesson> lessons;  // in order; the first opens
  launch::LaunchOptions launch;  // of the command line, laid over the first target's own launch
  bool threads = true;  // false: jobs are done in slices inside update() (no threads there)
  bool watch_files = true;
  prepare::MemoryLimits memory;
  std::string recent_path;    // where the files that were opened last are kept, or ""
  std::string drafts_folder;  // where unsaved texts without a file are kept; "": here
  std::string settings_path;  // where sizes and choices of the window are kept; likewise
  Arrangement arrangement = everything();  // to begin with, where no settings are kept
  std::string scores_path;  // where scores of questions are kept; "": not on the disk
  std::vector<std::shared_ptr<const course::Lesson>> course;       // in order
  std::vector<std::shared_ptr<const course::Exercise>> exercises;  // that its lessons name
  std::vector<course::TestItem> course_test;  // questions of its stops; empty: it has no test
  std::string progress_path;                  // where progress in it is kept; "": not on the disk
  std::string lectures_path;                  // where lectures' places are kept; likewise
  bool starts_at_home = false;                // the start page covers what is opened first
  std::shared_ptr<Measurer> measurer;         // null: make_measurer({}), in a process of its own
  // Starts a process that compiles as a GPU's compiler does; empty: nothing is compiled.
  std::vector<std::string> compiling_command;
};

class Session {
 public:
  explicit Session(SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const State& model() const;

  // Opens a lesson (by id) or else a file; "" is the first lesson. False if it is neither;
  // model().notice says why.
  bool open(const std::string& target);

  void apply(const Actions& actions);
  // `now` [seconds] grows from call to call. Takes over what the worker has finished, moves
  // animations and play on, runs edits that have rested, looks at the watched file.
  void update(double now);
  // Something on screen changes without input: a run in progress, an animation, play.
  bool is_moving() const;
  // ... and it is the progress of a long run alone, for which a few frames a second are enough.
  bool is_only_running() const;
  // Waits until nothing is left to run: pending edits are run at once. For scripts and tests.
  void wait_idle();
  bool wants_quit() const;
  // Before the program ends: cancels what is out and waits for it, `seconds` at most. False if
  // something goes on; the destructor would wait for that.
  bool stop(double seconds);
  // Where the window cannot go on: writes unsaved changes where the next one finds them. Says
  // where.
  std::vector<std::string> rescue();

 private:
  template <class Do>
  void guarded(const Do& work);

  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warplens::gui
