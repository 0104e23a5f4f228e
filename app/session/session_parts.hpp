// The session's state that no view reads, by what it is about.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/target.hpp"
#include "app/session/derived_keys.hpp"
#include "app/session/making.hpp"
#include "app/session/prepared.hpp"
#include "app/session/selection.hpp"
#include "app/session/trials.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/program.hpp"
#include "sim/whatif/try_edit.hpp"

namespace warplens::gui {

// Why the newest run was requested. kCounts: by the session itself, for the totals that are missing
// on the device shown.
enum class Reason : uint8_t { kOpen, kChange, kEdit, kBlock, kLaunch, kCounts };

// The text that is open, or is being opened.
struct OpenText {
  launch::LaunchOptions overlay;  // of the command line, for what is open
  std::string embedded;           // the launch comment that State::launch came from
  lessons::Opening opening;       // of the lesson that is open
  std::string piece;              // what State::meant_names are of; "": the text was whole
  bool is_fresh = true;           // nothing of it has been shown yet
  bool is_opening = false;        // the text's job that is out opens a file; else it guesses
  struct Coming {
    base::SourceFile text;
    bool is_unnamed = false;
    double since = 0;
  };
  std::optional<Coming> coming;          // then: what it opens, until that is shown
  std::optional<std::string> previewed;  // the text that is shown while it is opened
  bool guess_failed = false;  // no launch is known, and the text did not compile to guess one
  bool has_warned = false;    // of unsaved changes, when asked to quit
  // Beside State::host_launches: all of them, one after another.
  std::optional<prepare::HostDefault> all_of_host;
};

// The program, or the called function, that is open.
struct OpenProgram {
  std::shared_ptr<prepare::ReachedPrograms> reached;  // it has run
  launch::Launch launch;                              // its launch, when it was opened
  uint32_t first = 0;                                 // which of its launches that is
  std::vector<launch::Argument> guessed_call;  // of a called function: the values that were guessed
  std::shared_ptr<const prepare::ReachedProgram> alone;  // it ran, but launched nothing to show
  uint32_t at = 0;                   // the launch that the page Program was turned to
  std::optional<uint32_t> followed;  // the launch that the page's step has chosen
  uint32_t document = 0;             // that the page was shown of
  uint32_t numbers_document = 0;     // that State::program_numbers are of
  uint64_t numbers_of = 0;           // the version of its text that they are of
};

// How the newest run was requested.
struct NewestRun {
  prepare::Request request;
  std::vector<launch::Definition> settings;
  Reason reason = Reason::kOpen;
  Making making = Making::kExecute;
  std::string remark;                         // that it comes with
  std::optional<Event> event;                 // where to go once its block has been run again
  std::optional<whatif::FirstMoment> moment;  // the same, of an edited text
  std::optional<uint64_t> failed_shared;      // RunDone::failed_shared of it
};

// A run, or another launch of the one shown, whose first moment is being made.
struct ArrivingRun {
  std::shared_ptr<const Prepared> prepared;  // null: nothing arrives
  Selection selection;
  std::vector<std::shared_ptr<const Prepared>> launches;  // empty: another launch of the one shown
  uint32_t launch = 0;                                    // which of them
  uint64_t id = 0;                                        // RunDone::id
  prepare::Request request;
  std::vector<launch::Definition> settings;
};

struct ShownRun {
  std::shared_ptr<const Prepared> prepared;               // State::run and what belongs to it
  std::vector<std::shared_ptr<const Prepared>> launches;  // those of State::launches
  std::vector<Selection> selections;                      // the last one in each of them
  uint64_t id = 0;  // RunDone::id: that of what arrives where that completes it
  prepare::Request request;
  bool is_lesson = false;
  uint32_t document = 0;  // State::document, of whose text it is
  // RunDone::id of what the pages speak of, it or one that failed since; 0: neither.
  uint64_t judged_id = 0;
};

struct PreviousRun {
  run::Runs launches;
  prepare::Request request;
  bool is_lesson = false;
};

// What the user has chosen, whatever is shown.
struct Wishes {
  std::optional<Place> place, shown_as;       // shown_as: the nearest that the run has
  std::map<std::string, Place> kept;          // of what was open before, by document_key()
  std::string device;                         // whatever is open; empty: none
  std::map<std::string, int64_t> values;      // of lessons' parameters, by name
  bool has_launch = false;                    // in the form
  std::optional<StepUnit> unit_before_split;  // a split window steps by passes
};

struct Clock {
  double now = 0;          // [seconds] as update() was given it
  double next_look = 0;    // at the file
  double play_credit = 0;  // [steps] that play has not made yet
};

// Of the editor: when an edit runs. [seconds]
struct Typing {
  bool waits = false;
  double due = 0, last = -1e9, last_shown = -1e9;
};

// An element that was pressed: the steps from the selected one on are searched a stretch a frame.
struct Search {
  trace::Space space;
  uint64_t address;
  Selection from;
  uint32_t done = 0;  // steps looked at
};

// What is computed for the run shown on request.
struct Tries {
  explicit Tries(Executor& executor)
      : schedules(executor, JobKind::kSchedules),
        edits(executor, JobKind::kEdit),
        fixes(executor, JobKind::kFixes) {}
  TrialDesk<whatif::ScheduleResults> schedules;
  TrialDesk<whatif::EditResults> edits;
  TrialDesk<fix::Fixes> fixes;
};

// A page's scene that is made beside the frame (scene/pages/pages.def).
template <class Page>
class SlicedPage {
 public:
  using Scene = typename Page::Scene;
  SlicedPage(Executor& executor, JobKind kind) : made_(executor, kind) {}

  // Of the same run, what was there stays in view until the new one is. `shown`: what is in view,
  // and not the newest trial's: while a value is dragged, that one has no results yet.
  void update(const scene::PageInputs& now, bool is_due, Trial<Scene>& shown) {
    const auto key = is_due ? Page::wanted(now) : std::nullopt;
    if (key)
      made_.want(*key, now.run,
                 [&] { return Page::make(*key, shown.of == now.run ? shown.results : nullptr); });
    const Trial<Scene>& newest = made_.trial();
    const bool keeps = newest.is_running && shown.of == newest.of && shown.results != nullptr;
    if (!keeps) shown = newest;
  }

 private:
  Derived<typename Page::Key, Scene> made_;
};

// One that is made at once.
template <class Page>
class KeptPage {
 public:
  using Scene = typename Page::Scene;
  void update(const scene::PageInputs& now, bool is_open, std::shared_ptr<const Scene>& shown) {
    const auto key = is_open ? Page::wanted(now) : std::nullopt;
    if (key)
      shown = made_.of(*key, [&] { return std::make_shared<const Scene>(Page::make(*key)); });
  }
  void forget(std::shared_ptr<const Scene>& shown) {
    made_.forget();
    shown = nullptr;
  }

 private:
  Kept<typename Page::Key, std::shared_ptr<const Scene>> made_;
};

struct PageMakers {
  Executor& executor;
#define WL_SLICED_PAGE(page, member, origin, needs) \
  SlicedPage<scene::page##Page> member{executor, JobKind::k##page};
#define WL_KEPT_PAGE(page, member, origin, needs) KeptPage<scene::page##Page> member{};
#include "app/scene/pages/pages.def"
};

// What follows from what is shown, once somebody looks.
struct DerivedValues {
  explicit DerivedValues(Executor& executor)
      : pages{executor},
        heat(executor, JobKind::kHeat),
        split_heat(executor, JobKind::kSplitHeat),
        memory(executor, JobKind::kMemory),
        dram(executor, JobKind::kDram),
        differences(executor, JobKind::kDifferences),
        compiled(executor, JobKind::kCompiled),
        summaries(executor, JobKind::kSummaries),
        text_launches(executor, JobKind::kTextLaunches) {}

  PageMakers pages;
  OfRun<HeatScenes> heat, split_heat;
  OfRun<MemoryLaunches> memory;
  Kept<RooflineOf, std::shared_ptr<const scene::RooflineScene>> roofline;
  Derived<DramOf, study::DramFacts> dram;
  RunsBefore before;
  Derived<std::pair<RunPointer, RunPointer>, scene::Differences> differences;
  Kept<BranchesOf, std::shared_ptr<const scene::CompiledBranches>> branches;
  Kept<RunPointer, std::string> compiled_key;  // text, kernel and device, as a compiler gets them
  Derived<std::string, compare::CompiledKernel> compiled;
  RunPointer compiled_of;  // the run that was compiled last
  Kept<ArraysOf, study::ArrayPair> arrays;
  Kept<ElementOf, ChosenElement> element;
  Derived<ArraysOf, ProgramSummaries> summaries;
  Derived<uint64_t, prepare::TextLaunches> text_launches;
  Kept<std::pair<std::shared_ptr<const prepare::TextLaunches>, const model::Device*>,
       std::shared_ptr<const scene::LaunchList>>
      launch_list;  // of them and a device
};

}  // namespace warplens::gui
