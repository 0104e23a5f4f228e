// What the window shows: the state that views read. A view is a function of a State; only Session
// (session.hpp) changes one, between frames, as the views' actions (actions.hpp) say.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "app/scene/element_writers.hpp"
#include "app/scene/moment.hpp"
#include "app/scene/pages/launch_list.hpp"
#include "app/scene/pages/roofline_scene.hpp"
#include "app/scene/questions/questions.hpp"
#include "app/scene/timeline.hpp"
#include "app/session/arrangement.hpp"
#include "app/session/course/course.hpp"
#include "app/session/folder_desk.hpp"
#include "app/session/lecture/lecture.hpp"
#include "app/session/measuring/measuring.hpp"
#include "app/session/scores.hpp"
#include "app/session/split.hpp"
#include "app/session/text/text_buffer.hpp"
#include "app/session/text/text_numbers.hpp"
#include "app/session/trials.hpp"
#include "app/session/view_options.hpp"
#include "app/study/program.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/prepare/fragment.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/run/run.hpp"

namespace warplens::gui {

inline constexpr size_t kMostProgramNumbers = 3;

// What the user looks at. Steps count the recorded accesses of `block`.
struct Selection {
  trace::BlockId block;
  uint32_t step = 0;
  uint32_t pass = 0;            // of the step, from 1 (scene::Passes); 0: all of them are done
  uint32_t warp = 0, lane = 0;  // the chosen thread
  bool follow_thread = false;   // steps visit only accesses in which the chosen thread is active
  StepUnit unit = StepUnit::kAccess;
  friend bool operator==(const Selection&, const Selection&) = default;
};

// The chosen element of the arrays that are shown beside each other.
struct ChosenElement {
  // Who changed it on a side, where that was the launch that is shown.
  std::optional<scene::ElementWriters> left, right;
  // Whether the elements of its number belong together: one was copied to the other, or a thread
  // that changed one has loaded the other.
  bool is_pair = false;
};

// Where a stop had put everything, for the way back to it.
struct Arranged {
  Arrangement arrangement;
  Page page = Page::kSteps;
  Stage stage = Stage::kOff;
  Selection selection;
};

// What is asked about the selected access, while ViewOptions::ask_first is on.
struct Asking {
  // About `of`, those that are due to come again first; null until they are asked.
  std::shared_ptr<const std::vector<scene::Question>> questions;
  std::shared_ptr<const scene::Moment> of;
  bool asks_time = false;        // what was measured has been looked at
  size_t question = 0;           // which of them
  std::optional<size_t> answer;  // the choice that was made; it shows the counts
  Scores scores;                 // of first attempts
};

// A running animation of the step to the selected one.
struct Motion {
  bool backwards = false;
  float progress = 1.0f;  // 0 begins, 1 is at rest
  // Going backwards: the moment that is left, whose motion is taken back; else null.
  std::shared_ptr<const scene::Moment> leaving = nullptr;
};

// Of each page with a scene of its own (pages.def) that scene: of `run`, or what is known of it
// while it is made beside the frame; of the launch, where it is made at once. Empty or null until
// somebody looks.
struct PageScenes {
#define WL_SLICED_PAGE(page, member, origin, needs) Trial<scene::page##Page::Scene> member;
#define WL_KEPT_PAGE(page, member, origin, needs) \
  std::shared_ptr<const scene::page##Page::Scene> member;
#include "app/scene/pages/pages.def"
};

struct State : PageScenes {
  // The text and launch being edited; what runs may be behind or broken.
  TextBuffer buffer;          // only the document changes it
  uint32_t document = 0;      // grows when another text was opened, and not when one was read again
  bool is_modified = false;   // the text differs from what is saved
  bool has_conflict = false;  // ... and another program has saved the file meanwhile
  bool conflict_seen = false;               // it has been on screen: saving now means overwriting
  std::string file_name;                    // as shown; a lesson's or the path of a user's
  std::string path;                         // of a user's file; empty for a lesson
  const lessons::Lesson* lesson = nullptr;  // null for a user's file
  std::vector<const lessons::Lesson*> lessons;
  std::vector<launch::Definition> settings;  // of the lesson's parameters, all of them
  launch::Launch launch;
  // The text is a program, and the launch is one that it reaches by itself, while `launch` is what
  // it was when the text was opened.
  std::optional<prepare::ProgramChoice> program;
  prepare::LaunchPlace launch_place;  // in host code, if it was taken from there
  bool needs_launch =
      false;  // a file without a known launch: the form is shown, prefilled with guesses
  bool launch_shown = false;         // the form is open
  std::string guess_note;            // what is to be known of what was guessed; or empty
  std::vector<std::string> kernels;  // of the text, where it has compiled; for the form
  std::vector<prepare::HostDefault> host_launches;  // of the text, likewise
  prepare::LaunchPlace unknown_launch;  // of host code, whose sizes it computes; or empty
  // Another launch that the form's fields are filled with; `launch` where there is none.
  std::optional<prepare::HostDefault> form_launch;

  // Why the text's main() is not run, though it has one; empty otherwise.
  base::Diagnostics not_run;
  // What the program did, of `run` or of one that launched nothing; null: of no program.
  std::shared_ptr<const prepare::ReachedProgram> program_run;
  std::shared_ptr<const study::ProgramFacts> program_facts;  // of it
  std::vector<TextNumber> program_numbers;  // macros and constants of its text; kMostProgramNumbers
  study::ArrayPair program_arrays;          // of the chosen step that are shown element by element
  SummaryTrial program_summaries;           // of them, while the page is shown
  ChosenElement program_element;            // of them

  base::Diagnostics diagnostics;             // of the newest text and launch; empty if it ran
  std::shared_ptr<const run::Run> run;       // the last good run; null before the first
  uint64_t errors = 0;                       // among its findings
  std::shared_ptr<const run::Run> previous;  // the run before the last change, pinned beside it
  // Of the text's launches, one after another; `run` is the chosen one. One where it has no others.
  run::Runs launches;
  uint32_t chosen_launch = 0;
  // The last one that was gone to: an index into the run's findings with its advice behind them.
  std::optional<size_t> chosen_finding;
  std::vector<launch::Definition> run_settings, previous_settings;  // that made those two runs
  std::shared_ptr<const scene::Moment> moment;  // of run and selection; null before the first
  std::shared_ptr<const scene::TimelineScene>
      timeline;              // of run; null before the first, or if it has no recording
  bool busy = false;         // a run is being made
  bool is_counting = false;  // ... that brings the totals that `run` lacks (Run::is_counted)
  float progress = 0;        // of it, 0 to 1
  std::optional<double> seconds_left;           // of it; nothing while it is too early to say
  std::vector<prepare::MeantName> meant_names;  // that were guessed around a piece of a program
  std::string notice;  // one sentence about the last action (file reloaded, run cancelled...)

  Selection selection;
  ViewOptions options;
  // By the last action::Arrange, or by a stop; the way back to it.
  std::optional<Arranged> arranged;
  uint32_t arrangements = 0;  // grows where it is set, or gone back to
  Motion motion;
  Asking asking;
  Course course;
  Measuring measuring;
  ScheduleTrial schedules;        // of the run shown; empty until it is requested
  FixTrial fixes;                 // likewise
  std::vector<edit::Edit> edits;  // that the text of the run shown offers, in order of place
  EditTrial edited;               // of the run shown; empty until it is requested
  edit::Edit tried_edit;          // its edit
  Split split;                    // the other side of a split window
  Openable openable;              // files and folders to open
  HeatTrial heat;                 // of `run`'s launches, where the options want it
  HeatTrial split_heat;           // of split.run
  DifferencesTrial differences;   // of split.run and `run`, where the options want it
  uint32_t split_launch = 0;      // which of its launches that is
  scene::Compilation compiled;    // of `run`, once a page shows what comes of it
  std::shared_ptr<const scene::CompiledBranches> branches;  // of `divergence`; null without it
  float entering = 1;  // how far blocks have entered the SM of `occupancy`: 1 is at rest
  // Beside `limits`, all launches of the text; null where it has no others, or does not compile.
  std::shared_ptr<const scene::LaunchList> launch_list;
  // Of `run`'s launches and the chosen one of them, while a page shows them.
  MemoryTrial memory;
  std::shared_ptr<const scene::RooflineScene> roofline;  // null before it was first made
  DramTrial dram;
  Lecture lecture;  // that is being given

  const std::string& text() const { return buffer.text(); }
  // Which of a program's launches `launches` begin with; 0 where they are of no program.
  uint32_t first_launch() const {
    const bool is_of_program = !launches.empty() && launches.front()->reached != nullptr;
    return is_of_program ? launches.front()->request.program->launch : 0;
  }
  // What the last stop, or arrangement, selected is still so.
  bool is_where_arranged() const {
    return arranged && arranged->selection.step == selection.step &&
           arranged->selection.block == selection.block;
  }
  // How many launches there are to choose from: of a program all that it reached.
  size_t launch_count() const {
    const bool is_of_program = !launches.empty() && launches.front()->reached != nullptr;
    return is_of_program ? launches.front()->reached->launches.size() : launches.size();
  }
  // What is known of the chosen launch's requests; null until it is.
  const MemoryLaunch* memory_shown() const {
    const bool is_there = memory.results != nullptr && chosen_launch < memory.results->size();
    return is_there && memory.of == run ? &(*memory.results)[chosen_launch] : nullptr;
  }
};

}  // namespace warplens::gui
