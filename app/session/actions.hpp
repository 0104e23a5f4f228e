// What views return: what the user wants. Each names what it changes, so that two of one frame both
// hold.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/scene/pages/sweep_scene.hpp"
#include "app/session/text/text_buffer.hpp"
#include "app/session/view_options.hpp"
#include "sim/launch/launch.hpp"
#include "sim/launch/parse.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/trace/event.hpp"

namespace warplens::lecture {
struct Playlist;
}

namespace warplens::gui {

namespace action {
struct OpenLesson {
  std::string id;
};
struct OpenFile {
  std::string path;
  launch::LaunchOptions launch = {};  // laid over its own
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
  std::optional<uint32_t> x = {}, y = {}, z = {};
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
// The moment that a line of printf, or a finding, tells of; another block is run again first.
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
  std::optional<std::string> axis = {}, lines = {};
  std::optional<scene::SweepMetric> metric = {};
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
// The layout that is tried on the page Swizzle, put into the text where it can be written.
struct ApplySwizzle {
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
// Of the course: a lesson, or a stop of one, by its id ("threads", "threads.blocks-needed"), or a
// twin of it, from 0; a stop of the lesson that is open, by its index, the one past the last being
// its end.
struct OpenStop {
  std::string name;
  std::optional<size_t> twin = std::nullopt;
};
struct GoToStop {
  size_t stop;
};
// Where it was left, after questions that were missed; the next stop, or a twin that is due; back.
struct ContinueCourse {};
struct NextStop {};
struct PreviousStop {};
// Of the question that is open: a choice, a number that was typed, or that the answer is shown.
struct AnswerStop {
  size_t choice;
};
struct TypeAnswer {
  int64_t number;
};
struct RevealStop {};
// Of the task that is open: the next of its hints; the stop that one of them, by its index, names;
// once it has passed, the reference's run beside the one shown.
struct ShowHint {};
struct FollowHint {
  size_t hint;
};
struct ShowReference {};
struct ShowHome {
  bool shown = true;  // the start page
};
// The text that the user opens next is asked about, access by access; about another one of it. Only
// where path.hpp offers that.
struct AskOwn {};
struct AskOtherAccess {};
// Of its first question: a choice; its pictures once more; away from it, to the path.
struct AnswerFirst {
  size_t choice;
};
struct PlayFirst {};
struct LeaveFirst {};
// The test before or after the course, at its first question that is not answered; without one,
// what came out.
struct OpenTest {
  bool is_after = false;
};
// A lecture that is given (State::lecture): its first item is on stage. It begins anew, or goes on
// here, or where an earlier start ended; a step on or back, within an item first; another item by
// its index; back to the item, or to where another one was left.
struct OpenLecture {
  std::shared_ptr<const lecture::Playlist> playlist;
};
struct StartLecture {
  bool is_from_here = false;
};
struct StepLecture {
  int delta;              // +1 or -1
  bool is_whole = false;  // an item, whatever steps it has
};
struct GoToItem {
  size_t item;
};
struct BackToItem {};
struct BlankScreen {};  // or the picture again
// Of the vote that is open: the choice whose hands are typed; how many they are.
struct ChooseVoted {
  size_t choice;
};
struct CountHands {
  size_t choice;
  std::optional<uint32_t> hands;
};
struct ClearProgress {};
// First answers and texts of exercises, as a file in the current folder.
struct WriteHandIn {};
struct Quit {};
}  // namespace action

template <class Kind>
inline constexpr char kActionKind = 0;  // its address tells the kind

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

using Action = OneAction<
    action::OpenLesson, action::OpenFile, action::OpenText, action::SetParameter, action::Edit,
    action::SetProgramNumber, action::SetProgramArguments, action::SetCall, action::ChangeLaunch,
    action::FillForm, action::RunHostLaunch, action::MeanName, action::Cancel, action::Step,
    action::GoToStep, action::GoToEnd, action::SelectThread, action::SelectBlock,
    action::SelectSite, action::SelectAddress, action::SelectLaunch, action::SelectPrint,
    action::SelectFinding, action::SelectAdvice, action::ChangeOptions, action::Arrange,
    action::BackToArranged, action::SetFollow, action::SetUnit, action::ShowLaunch, action::Save,
    action::Reload, action::DismissNotice, action::ShowNotice, action::SelectLine, action::Measure,
    action::MeasureAccess, action::MeasureSweep, action::CancelMeasuring, action::ChooseSweep,
    action::GoOnSweeping, action::TakeSweepPoint, action::TrySchedules, action::TryEdit,
    action::ForgetEdit, action::FindFixes, action::ApplyFix, action::ApplySwizzle,
    action::ApplyMend, action::SetFixDefine, action::ApplyExchange, action::ShowEdited,
    action::ShowSchedule, action::Answer, action::AskAnother, action::ShowFolder,
    action::ClearScores, action::SetSplit, action::OpenStop, action::GoToStop,
    action::ContinueCourse, action::NextStop, action::PreviousStop, action::AnswerStop,
    action::TypeAnswer, action::RevealStop, action::AskOwn, action::AskOtherAccess,
    action::ShowHint, action::FollowHint, action::ShowReference, action::ShowHome,
    action::AnswerFirst, action::PlayFirst, action::LeaveFirst, action::OpenTest,
    action::ClearProgress, action::WriteHandIn, action::OpenLecture, action::StartLecture,
    action::StepLecture, action::GoToItem, action::BackToItem, action::BlankScreen,
    action::ChooseVoted, action::CountHands, action::Quit>;
// Views append; Session::apply takes them after the frame.
using Actions = std::vector<Action>;

}  // namespace warplens::gui
