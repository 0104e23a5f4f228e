// What the window shows: the state that views read and the actions they return. A view is a
// function of a State; only Session (session.hpp) changes one, between frames.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "app/scene/element_writers.hpp"
#include "app/scene/moment.hpp"
#include "app/scene/pages/device_scene.hpp"
#include "app/scene/pages/launch_list.hpp"
#include "app/scene/pages/occupancy_scene.hpp"
#include "app/scene/pages/roofline_scene.hpp"
#include "app/scene/questions/questions.hpp"
#include "app/scene/timeline.hpp"
#include "app/session/arrangement.hpp"
#include "app/session/folder_desk.hpp"
#include "app/session/measuring/measuring.hpp"
#include "app/session/scores.hpp"
#include "app/session/split.hpp"
#include "app/session/text/text_buffer.hpp"
#include "app/session/text/text_numbers.hpp"
#include "app/session/trials.hpp"
#include "app/study/program.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/prepare/fragment.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/run/run.hpp"

namespace warplens::gui {

inline constexpr size_t kMostProgramNumbers = 3;

enum class StepUnit : uint8_t { kPass, kAccess, kLine, kPhase };
// What the window's middle shows: the trace step by step, the whole launch beside measurements, or
// what a model makes of it. What is shown of each is in views/pages.cpp.
enum class Page : uint8_t {
  kSteps,
  kCompare,
  kSweep,
  kOccupancy,
  kCaches,
  kRoofline,
  kDram,
  kDivergence,
  kHiding,
  kLimits,
  kProgram
};
// Whether it has measurements beside what was simulated.
constexpr bool is_measured(Page page) {
  return page == Page::kCompare || page == Page::kSweep;
}
constexpr bool is_model(Page page) {
  return page != Page::kSteps && page != Page::kDivergence && page != Page::kProgram &&
         !is_measured(page);
}
enum class CellLabel : uint8_t { kElement, kThread, kValue };

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

// Whether one picture fills the window, and which.
enum class Stage : uint8_t { kOff, kAccess, kTiles, kMemory, kSource };

// What of a program's arrays is in sight, element by element.
struct ProgramElements {
  std::optional<uint32_t> array;    // that was chosen; nothing: those of the step
  uint64_t first = 0;               // element of the first row
  std::optional<uint64_t> element;  // that was chosen
  uint32_t of = 0;                  // in this array
};

// The chosen element of the arrays that are shown beside each other.
struct ChosenElement {
  // Who changed it on a side, where that was the launch that is shown.
  std::optional<scene::ElementWriters> left, right;
  // Whether the elements of its number belong together: one was copied to the other, or a thread
  // that changed one has loaded the other.
  bool is_pair = false;
};

struct ViewOptions {
  Page page = Page::kSteps;
  Stage stage = Stage::kOff;
  bool stage_hints = true;  // the clock and the keys, on stage
  CellLabel label = CellLabel::kElement;
  scene::Axis axis = scene::Axis::kSteps;  // of the timeline
  bool ask_first = false;                  // counts stay hidden until revealed
  bool revealed = false;                   // ... for this step
  bool differences = false;                // of a split window's two runs, in the pictures' place
  bool heat = false;                       // how often elements are fetched, in the tiles' place
  bool light = false;                      // dark letters on a light ground
  float scale = 1.0f;                      // of the whole window (projector)
  // Of the window's width, of the source and of the drawers at the right; 0: the usual one.
  float left_share = 0, right_share = 0;
  Arrangement arrangement = everything();
  // The text (State::document) in which the totals were closed while they listed errors.
  std::optional<uint32_t> totals_closed_in;
  uint32_t strip_at = 0;             // which of the lesson's sentences the strip shows
  study::OccupancyTry occupancy;     // tried in the place of what the run has
  scene::HidingTry hiding;           // the same of warps and latencies
  study::RoofTry roof;               // the same of the device's roof
  study::DramTry dram;               // which memory, served how, and how far
  uint32_t program_step = 0;         // of the page Program
  ProgramElements program_elements;  // likewise
  float steps_per_second = 2;        // play
  bool playing = false;
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

struct State {
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
  std::string guess_note;            // what is to be known of sizes that were guessed; or empty
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
  std::optional<Arranged> arranged;  // by the last action::Arrange; the way back to it
  Motion motion;
  Asking asking;
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
  DivergenceTrial divergence;     // of `run`, where the options want it
  std::shared_ptr<const scene::CompiledBranches> branches;  // of those results; null without them
  HidingTrial hiding;                                       // likewise
  CompiledTrial compiled;     // of `run`, once a page shows what comes of it
  uint32_t split_launch = 0;  // which of its launches that is
  // Of the launch, where the options want it; null before the first run.
  std::shared_ptr<const scene::OccupancyScene> occupancy;
  float entering = 1;  // how far its blocks have entered the multiprocessor: 1 is at rest
  std::shared_ptr<const scene::DeviceScene> limits;  // likewise
  // Beside them, all launches of the text; null where it has no others, or does not compile.
  std::shared_ptr<const scene::LaunchList> launch_list;
  // Of `run`'s launches and the chosen one of them, while a page shows them.
  MemoryTrial memory;
  std::shared_ptr<const scene::RooflineScene> roofline;  // null before it was first made
  DramTrial dram;

  const std::string& text() const { return buffer.text(); }
  // Which of a program's launches `launches` begin with; 0 where they are of no program.
  uint32_t first_launch() const {
    const bool is_of_program = !launches.empty() && launches.front()->reached != nullptr;
    return is_of_program ? launches.front()->request.program->launch : 0;
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

namespace action {
struct OpenLesson {
  std::string id;
};
struct OpenFile {
  std::string path;
};
// A text that is in no file: pasted. It has a launch of its own.
struct OpenText {
  std::string text;
};
struct SetParameter {
  std::string name;
  int64_t value;
};  // of the lesson
// Of a program: a number that its text defines (State::program_numbers); what main() is given,
// words with spaces between them.
struct SetProgramNumber {
  std::string name;
  int64_t value;
};
struct SetProgramArguments {
  std::string arguments;
};
// Of a program that is a call of a function: values of its parameters; the others stay.
struct SetCall {
  std::vector<launch::Argument> values;
};
struct Edit {
  TextEdit edit;
  bool at_once = false;  // the text runs without waiting for more
};
// Changes what it names of the launch, which then runs.
struct ChangeLaunch {
  std::function<void(launch::Launch&)> change;
};
// Fills the form's fields, and runs nothing: with one of State::host_launches, or with what
// is guessed for a kernel.
struct FillForm {
  std::variant<size_t, std::string> what;
};
// Runs a launch of the text's host code as the form would, had FillForm filled it.
struct RunHostLaunch {
  prepare::HostDefault launch;
};
// Of a piece of a program: one of State::meant_names is another name of the text.
struct MeanName {
  size_t index;
};
struct Cancel {};
struct Step {
  int delta;
  StepUnit unit;
};  // +1 or -1 units
struct GoToStep {
  uint32_t step;
};  // scrub: no animation
struct GoToEnd {
  bool last;
};
struct SelectThread {
  uint32_t warp, lane;
};
// Where it is along the axes that are named.
struct SelectBlock {
  std::optional<uint32_t> x, y, z;
};
// The next access (from here, round) of a line's site; of an array's element, by address.
struct SelectSite {
  uint32_t site;
};
struct SelectAddress {
  trace::Space space;
  uint64_t address;
};
// Another of the text's launches; of a program any that it reached, by its number there, from 0.
struct SelectLaunch {
  uint32_t index;
};
// The moment that a line of printf, or a finding, is about; another block is run again first.
struct SelectPrint {
  size_t index;
};
struct SelectFinding {
  size_t index;
  bool other = false;  // the other of its two accesses
};
// The next access that a hint is about, or is nearest to in the text.
struct SelectAdvice {
  size_t index;
};
// Changes what it names and nothing else, so that two changes of one frame both hold.
struct ChangeOptions {
  std::function<void(ViewOptions&)> change;
};
// Opens, lights and covers what a stop wants; everything at once.
struct Arrange {
  Arrangement arrangement;
};
// Back to State::arranged, and to what was selected there.
struct BackToArranged {};
struct SetFollow {
  bool follow;
};
struct SetUnit {
  StepUnit unit;
};
struct ShowLaunch {
  bool shown;
};  // the form for a user's file
// Writes the text to its file, a lesson's to a copy; Reload takes what another program has saved.
struct Save {};
struct Reload {};
struct DismissNotice {};
struct ShowNotice {
  std::string sentence;
};
// The next access (from here, round) that a line makes in this way.
struct SelectLine {
  std::string file;
  uint32_t line;
  trace::Space space;
  trace::Operation operation;
};
// On this machine's GPU: the launches shown; the access of the selected step; every point of the
// sweep. Cancel ends what is out, and a sweep's runs.
struct Measure {};
struct MeasureAccess {};
struct MeasureSweep {};
struct CancelMeasuring {};
struct ChooseSweep {  // what is named of it
  std::optional<std::string> axis, lines;
  std::optional<scene::SweepMetric> metric;
};
struct GoOnSweeping {};
// The parameters of a sweep's point become those that are shown.
struct TakeSweepPoint {
  size_t series, point;
};
// The launches shown under other schedules.
struct TrySchedules {};
// The launches shown with an edit of their text, by its index in State::edits; ForgetEdit closes
// the results, ShowEdited opens the edited text where it first differs.
struct TryEdit {
  size_t index;
};
struct ForgetEdit {};
// Layouts of the shared arrays without conflicts; one of them, by its indices in State::fixes, put
// into the text.
struct FindFixes {};
struct ApplyFix {
  size_t array, fix;
  bool beside = false;  // the text as it was on the left
};
// The number of the launch that does the same (fix::Fix::define), through the lesson's parameter
// that gives it, where there is one.
struct SetFixDefine {
  size_t array, fix;
};
// The text with threadIdx.x and threadIdx.y exchanged, where State::fixes offers it.
struct ApplyExchange {
  bool beside = false;  // the text as it was on the left
};
// The text with a finding's Mend, by its index in Run::findings.
struct ApplyMend {
  size_t finding;
  bool beside = false;  // the text as it was on the left
};
struct ShowEdited {
  bool beside = false;  // the text as it was on the left
};
// The run beside itself under the first tried schedule that differs, where it does.
struct ShowSchedule {};
// A choice of the question that is asked; another question about the same access.
struct Answer {
  size_t choice;
};
struct AskAnother {};
struct ShowFolder {  // its texts and folders; "": the current one
  std::string path;
};
struct ClearScores {};
// A kept run beside the one shown: the run before the last change, or the one shown now.
struct SetSplit {
  bool is_on = true;
  bool keeps_shown = false;
};
struct Quit {};
}  // namespace action

template <class Kind>
inline constexpr char kActionKind = 0;  // its address is the kind

// One value of one of these kinds. Not a std::variant: every file that makes an action would
// compile the copying of all of them.
template <class... Kinds>
class OneAction {
 public:
  template <class Kind>
  OneAction(Kind value)  // NOLINT: an action is made of what it is
      requires(std::is_same_v<Kind, Kinds> || ...)
      : kind_(&kActionKind<Kind>), value_(std::make_shared<const Kind>(std::move(value))) {}

  // Null: it is of another kind.
  template <class Kind>
  const Kind* get_if() const {
    return kind_ == &kActionKind<Kind> ? static_cast<const Kind*>(value_.get()) : nullptr;
  }
  template <class Visit>
  void visit(Visit&& take) const {
    (void)((kind_ == &kActionKind<Kinds> ? (take(*get_if<Kinds>()), true) : false) || ...);
  }

 private:
  const char* kind_;
  std::shared_ptr<const void> value_;
};

using Action =
    OneAction<action::OpenLesson, action::OpenFile, action::OpenText, action::SetParameter,
              action::Edit, action::SetProgramNumber, action::SetProgramArguments,
              action::SetCall, action::ChangeLaunch, action::FillForm, action::RunHostLaunch,
              action::MeanName, action::Cancel, action::Step, action::GoToStep, action::GoToEnd,
              action::SelectThread, action::SelectBlock, action::SelectSite, action::SelectAddress,
              action::SelectLaunch, action::SelectPrint, action::SelectFinding,
              action::SelectAdvice, action::ChangeOptions, action::Arrange, action::BackToArranged,
              action::SetFollow, action::SetUnit, action::ShowLaunch, action::Save, action::Reload,
              action::DismissNotice, action::ShowNotice, action::SelectLine, action::Measure,
              action::MeasureAccess, action::MeasureSweep, action::CancelMeasuring,
              action::ChooseSweep, action::GoOnSweeping, action::TakeSweepPoint,
              action::TrySchedules, action::TryEdit, action::ForgetEdit, action::FindFixes,
              action::ApplyFix, action::ApplyMend, action::SetFixDefine, action::ApplyExchange,
              action::ShowEdited, action::ShowSchedule, action::Answer, action::AskAnother,
              action::ShowFolder, action::ClearScores, action::SetSplit, action::Quit>;
// Views append; Session::apply takes them after the frame.
using Actions = std::vector<Action>;

}  // namespace warplens::gui
