// The session's inside: state, jobs that are out, and what each action does.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "app/lessons/target.hpp"
#include "app/session/course/path.hpp"
#include "app/session/course/stop_desk.hpp"
#include "app/session/derived_keys.hpp"
#include "app/session/executor.hpp"
#include "app/session/guess.hpp"
#include "app/session/measuring/measuring_desk.hpp"
#include "app/session/moment_maker.hpp"
#include "app/session/run_maker.hpp"
#include "app/session/selection.hpp"
#include "app/session/session.hpp"
#include "app/session/session_parts.hpp"
#include "app/session/settings.hpp"
#include "app/session/split.hpp"
#include "app/session/text/document.hpp"

namespace warplens::gui {

// Steps that a frame looks at in search of an address: about 2 ms.
inline constexpr uint32_t kSearchedSteps = 20'000;

// A frame waits this long for a moment, so that most steps show at once. [seconds]
inline constexpr double kPatience = 0.008;

// Without threads a frame works this long for jobs, and to the end of a slice. [seconds]
inline constexpr double kSliceTime = 0.005;

// What a run may keep so that another block is recorded at once. [bytes]
inline constexpr uint64_t kStartsBudget = uint64_t{64} << 20;

// A target with what its text says of itself.
struct Opened {
  lessons::Target target;
  std::shared_ptr<const lessons::Lesson> stop;  // of the course; null: it is none
  std::optional<Guess> guess;                   // where the target has no launch
  bool is_unnamed = false;                      // a text that is in no file
  // What is missing around the text, with it; nothing where it is whole.
  std::optional<std::string> completed;
  std::vector<prepare::MeantName> meant;  // of what is missing
  bool is_call_guessed = false;           // it calls a function with values that are guessed
  std::string remark;                     // what was done to it, beside what was guessed
};

// Which limit ended the run or its recording, in a sentence; "" if none did.
std::string cut_text(const run::Run& run);

class Session::Impl {
 public:
  explicit Impl(SessionOptions options);

  bool open(const std::string& target);
  void apply(const Action& action);
  void update(double now);
  bool is_moving() const { return model.busy || is_working(); }
  bool is_only_running() const { return model.busy && model.seconds_left && !is_working(); }
  void wait_idle();
  bool stop(double seconds);
  std::vector<std::string> rescue() { return document_.rescue(); }

  State model;
  bool wants_quit = false;

 private:
  void on(const action::OpenLesson& a) { open(a.id); }
  void on(const action::OpenFile& a);
  void on(const action::OpenText& a);
  void on(const action::SetParameter& a);
  void on(const action::Edit& a);
  void on(const action::SetProgramNumber& a);
  void on(const action::SetProgramArguments& a);
  void on(const action::SetCall& a);
  void on(const action::ChangeLaunch& a);
  void on(const action::FillForm& a);
  void on(const action::RunHostLaunch& a);
  void fill_form(prepare::HostDefault with);
  void on(const action::MeanName& a);
  void on(const action::Cancel&);
  void on(const action::Step& a);
  void on(const action::GoToStep& a);
  void on(const action::GoToEnd& a);
  void on(const action::SelectThread& a);
  void on(const action::SelectBlock& a);
  void on(const action::SelectSite& a);
  void on(const action::SelectAddress& a);
  void on(const action::SelectLaunch& a);
  void on(const action::SelectPrint& a);
  void on(const action::SelectFinding& a);
  void on(const action::SelectAdvice& a);
  void on(const action::ChangeOptions& a);
  void on(const action::Arrange& a);
  void on(const action::BackToArranged&);
  void on(const action::SetFollow& a);
  void on(const action::SetUnit& a) { model.selection.unit = a.unit; }
  void on(const action::ShowLaunch& a);
  void on(const action::Save&);
  void on(const action::Reload&);
  void on(const action::DismissNotice&) { model.notice.clear(); }
  void on(const action::ShowNotice& a) { model.notice = a.sentence; }
  void on(const action::SelectLine& a);
  void on(const action::Measure&) { desk_.measure(); }
  void on(const action::MeasureAccess&) { desk_.measure_access(); }
  void on(const action::MeasureSweep&) { desk_.measure_sweep(); }
  void on(const action::CancelMeasuring&) { desk_.cancel(); }
  void on(const action::ChooseSweep& a) { desk_.choose(a); }
  void on(const action::GoOnSweeping&) { desk_.go_on_sweeping(); }
  void on(const action::TakeSweepPoint& a);
  void on(const action::TrySchedules&);
  void on(const action::FindFixes&);
  void on(const action::ApplyFix& a);
  void on(const action::ApplySwizzle& a);
  void on(const action::SetFixDefine& a);
  void on(const action::ApplyExchange& a);
  void on(const action::ApplyMend& a);
  void take_fixed_text(const std::string& text, bool beside, std::string notice);
  void on(const action::TryEdit& a);
  void on(const action::ForgetEdit&);
  void on(const action::ShowEdited& a);
  void on(const action::ShowSchedule&);
  void on(const action::Answer& a);
  void on(const action::AskAnother&);
  void on(const action::ClearScores&);
  void on(const action::ShowFolder& a) { folders_.show(a.path); }
  void read_settings();
  void keep_settings();
  void read_scores();
  void keep_scores();
  void update_questions();
  void ask_about_time();
  void ask_anew();
  void on(const action::SetSplit& a);
  void on(const action::OpenStop& a);
  void on(const action::GoToStop& a);
  void on(const action::ContinueCourse&);
  void on(const action::NextStop&);
  void on(const action::PreviousStop&);
  void on(const action::AnswerStop& a);
  void on(const action::TypeAnswer& a);
  void on(const action::RevealStop&) { take_answer({}); }
  void on(const action::ShowHint&);
  void on(const action::FollowHint& a);
  void on(const action::ShowReference&);
  void on(const action::ShowHome& a) {
    model.course.is_home = a.shown;
    model.course.test.is_result = false;
  }
  void on(const action::AskOwn&);
  void on(const action::AskOtherAccess&);
  void take_own_text(bool is_stop);
  bool is_own_settled() const;
  OwnStage own_stage() const;
  void set_own_stage(OwnStage stage);
  void update_own();
  void ask_about_own();
  void on(const action::AnswerFirst& a);
  void on(const action::PlayFirst&);
  void on(const action::LeaveFirst&) { model.course.first.reset(); }
  void on(const action::OpenTest& a);
  void on(const action::ClearProgress&);
  void on(const action::OpenLecture& a);
  void on(const action::StartLecture& a);
  void on(const action::StepLecture& a);
  void on(const action::GoToItem& a);
  void on(const action::BackToItem&);
  void on(const action::BlankScreen&);
  void on(const action::ChooseVoted& a) { model.lecture.choice = a.choice; }
  void on(const action::CountHands& a);
  void on(const action::WriteHandIn&);
  void open_course();
  void read_kept_progress();
  void open_stop(const StopPlace& place);
  // False: there is no such twin. `answer`: that its question has already.
  bool show_stop(const StopPlace& place, std::optional<StopAnswer> answer);
  void leave_place();
  void open_test_item(TestPart part, size_t item);
  void open_next_test_item();
  void keep_test_answer(const StopAnswer& answer);
  void enter_course();
  void open_next_stop(bool is_start);
  void take_stop(const std::shared_ptr<const lessons::Lesson>& shown);
  void back_to_stop();
  void update_course();
  void update_first_question();
  void advance_first_question(double elapsed);
  bool is_first_moving() const;
  bool place_stop();
  // What is open is a stop's text.
  bool is_stop_open() const {
    return course_.shown != nullptr && model.lesson == course_.shown.get();
  }
  void want_facts(const StopPlace& place, const std::string& device);
  void take_answer(const StopAnswer& answer);
  void arrange_stop();
  void open_task(const StopPlace& place);
  void leave_task();
  bool is_task_open() const;  // what is open is a task's text
  void follow_task();
  void note_task_text();
  void keep_task_text();
  void place_task();
  void update_task();
  void take_verdict(const std::shared_ptr<const course::Verdict>& verdict);
  void take_reference();
  void keep_progress(bool replaces = false);
  // `keeps_answer`: of a stop that was left for something else.
  void open_lecture_item(LecturePlace at, bool keeps_answer = false);
  LecturePlace opening_of(size_t item) const;
  void resume_lecture(LectureBefore before);
  bool is_item_shown() const;
  bool is_item_as_opened() const;
  void show_item();
  bool step_in_item(bool is_on);
  bool step_in_vote(bool is_on);
  uint32_t steps_before_passes() const;
  bool step_passes(bool is_on);
  void place_item_text();
  void update_lecture();
  // `is_ended`: the window is being closed.
  void keep_lecture(bool is_ended = false);
  void on(const action::Quit&);

  bool is_working() const;
  // What the session does with the end of a text's job, between frames.
  using TextEnd = std::function<void()>;
  // Reads or compiles a text beside the frame: `work`, slice by slice until it returns what is to
  // be done then. The newest wins.
  void start_text(std::function<std::optional<TextEnd>(base::Slice&)> work,
                  std::function<void(const std::string& why)> failed);
  void update_derived();
  // `find` returns the target for given options, until it is cancelled.
  // `text`: what is opened, if it is known before it is.
  template <class Find>
  // `stop`: the stop of the course that it is; else null. `own`: laid over the text's launch.
  void start_opening(Find find, bool is_unnamed, std::optional<base::SourceFile> text,
                     std::shared_ptr<const lessons::Lesson> stop = nullptr,
                     const launch::LaunchOptions& own = {});
  void take_target(Opened opened);
  void take_document(const base::SourceFile& file, const lessons::Lesson* lesson, bool is_unnamed);
  void open_file(const std::string& path, const launch::LaunchOptions& launch = {});
  void open_shown(const std::shared_ptr<const lessons::Lesson>& stop, uint32_t launch_number);
  void open_task_text(const std::shared_ptr<const lessons::Lesson>& task, launch::Launch launch);
  void show_opening();
  void take_device(launch::Launch& launch) const;
  void take_settings();
  void take_lesson_launch(launch::Launch launch);
  void follow_comment();
  void take_call(launch::LaunchOptions& options);
  void take_program_launch();
  std::string options_in_force() const;
  void start_guess(const launch::Launch& launch, std::function<void(Guess)> then);
  void take_kernels(Guess& guess);
  void ask_for_launch(Guess guess);
  void set_settings(std::vector<launch::Definition> settings);
  // `launch`: which of them is wanted; none: the chosen one.
  bool is_launch_of_program() const;
  void request_run(Reason reason, std::optional<uint32_t> launch = {});
  void run_host_launches(uint32_t index);
  std::optional<scene::LaunchOnDevice> launch_on_device() const;
  bool lacks_counts() const;
  void count_if_due();
  void take_edited_text(bool at_once);
  void run_pending_edit();
  void take_results();
  void take_run(RunDone done);
  void note_ending(const run::Run& run, const RunDone& done, bool is_rest);
  bool complete_shown(const std::shared_ptr<const Prepared>& prepared);
  void take_moment(MomentDone done);
  void arrive(std::shared_ptr<const Prepared> prepared, const Selection& selection);
  void show(std::shared_ptr<const Prepared> prepared, const Selection& selection, MomentDone done);
  void pin_previous();
  Place place() const;
  void keep_place();
  std::string document_key() const;
  Selection selection_in(uint32_t launch, const Prepared& prepared) const;
  uint32_t launch_to_show(const RunDone& done) const;
  void run_again_for(uint32_t launch);
  void keep_shown();
  void let_go();
  void go_to_event(trace::BlockId block, const Event& event);
  void take_typed(const launch::Launch& typed);
  void run_typed(const launch::Launch& typed);
  std::string guess_remark() const;    // of State::guess_note, which is not empty
  std::string not_run_remark() const;  // of State::not_run, the same
  bool take_instance(const launch::Launch& typed, Guess guess);
  void take_form(Guess guess);
  void clear_shown();
  void forget_trials();
  void forget_tries();
  void take_edit(const EditTrial& trial);
  void update_split();
  void note_kept(const prepare::Request& request, uint32_t launch);
  void update_pages();
  void update_launch_list(const std::optional<scene::LaunchOnDevice>& launch);
  void update_memory();
  void note_before(const MemoryLaunch& launch, const MemoryOf& of);
  void update_roofline(const MemoryLaunch& launch, const MemoryOf& of);
  void update_dram(const MemoryOf& of);
  void play_dram(double elapsed);
  void play_program(double elapsed);
  void rewind_program();
  void update_heat();
  void update_compiled();
  void update_branches();
  bool may_become_program() const;
  void start_program();
  void take_program(const lessons::Target& target);
  std::vector<launch::Argument> with_guessed_arrays(std::vector<launch::Argument> values);
  void run_edited();
  void update_program();
  void update_program_arrays();
  ChosenElement element_at(const ArraysOf& of) const;
  bool is_element_pair(const ArraysOf& of, uint64_t element) const;
  void go_to_program_step_of(uint32_t launch);
  void stay_at_program_step(const study::ProgramFacts& before);
  void show_mistake();
  void follow_program_step();
  void select_launch(uint32_t index);
  void run_other_launches(uint32_t launch);
  void update_numbers();
  void update_times();
  void update_fix_times();
  void update_differences();
  base::SourceFile source() const;
  bool can_step() const { return shown_.prepared != nullptr && shown_.prepared->has_steps(); }
  bool try_step(int delta, StepUnit unit);
  void select(const Selection& selection, bool animated);
  // A step of the run shown, for the chosen lane if it has a part in it, else for the first that
  // has.
  void select_access(uint32_t step);
  void advance_motion(double elapsed);
  void advance_play(double elapsed);
  void go_on_searching(uint32_t steps);
  void watch_file();
  void take_reloaded_text();

  SessionOptions options_;
  const std::shared_ptr<prepare::RunStore> store_;  // of all runs
  Clock clock_;
  OpenText open_;
  OpenProgram program_;
  NewestRun newest_;
  ArrivingRun arriving_;
  ShownRun shown_;
  PreviousRun previous_;
  Wishes wishes_;
  Typing typing_;
  std::optional<Search> search_;
  Settings kept_;  // as the file has them
  Document document_{model, options_.drafts_folder};
  MeasuringDesk desk_;
  SplitDesk split_;
  FolderDesk folders_;
  Tries tries_;
  DerivedValues derived_;
  StopDesk course_;
  RunMaker runs_;
  MomentMaker moments_;
  Executor executor_;  // last: its threads end first
};

}  // namespace warplens::gui
