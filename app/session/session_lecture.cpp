// The session's part that gives a lecture: opens what its items name as the course opens stops,
// takes its steps, and keeps its place.
#include <algorithm>
#include <utility>

#include "app/session/lecture/lecture_file.hpp"
#include "app/session/selection.hpp"
#include "app/session/session_impl.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

StopPlace stop_of(const lecture::Item& item) {
  return {item.lesson, item.stop};
}

bool shows_stop(const lecture::Item& item) {
  return item.kind == lecture::Kind::kStop || item.kind == lecture::Kind::kVote;
}

// The arrays where the stop's picture is of them alone.
Stage stage_of(const course::Stop& stop) {
  std::string ignored;
  const auto arrangement = parse_arrangement(stop.arrangement, ignored);
  const bool are_arrays = arrangement && arrangement->picture == Picture::kArrays;
  return are_arrays ? Stage::kTiles : Stage::kAccess;
}

}  // namespace

// -------------------------------------------------------------------------------------------------
// items

// A vote opens where it was left.
LecturePlace Session::Impl::opening_of(size_t item) const {
  const Lecture& lecture = model.lecture;
  const auto vote = lecture.votes.find(item);
  const bool is_vote = lecture.playlist->items[item].kind == lecture::Kind::kVote;
  if (!is_vote || vote == lecture.votes.end()) return {item, 0};
  return {item, static_cast<uint32_t>(vote->second.reached)};
}

void Session::Impl::open_lecture_item(LecturePlace at, bool keeps_answer) {
  Lecture& lecture = model.lecture;
  const lecture::Item& item = lecture.playlist->items[at.item];
  const bool is_vote = item.kind == lecture::Kind::kVote;
  lecture.at = at;
  lecture.is_resumed = false;
  lecture.at.step = is_vote || keeps_answer ? std::min(at.step, steps_before_passes()) : 0;
  lecture.is_blank = lecture.is_over = false;
  lecture.choice = 0;
  lecture.round_began = clock_.now;
  course_.is_item_placing = false;
  model.options.guide.reset();
  model.options.playing = false;
  model.course.is_home = model.launch_shown = false;
  if (model.options.stage == Stage::kOff) model.options.stage = Stage::kAccess;
  if (item.kind == lecture::Kind::kBlank) return;
  if (is_vote && is_item_shown() && model.course.is_asking()) return;  // the stop before it
  model.selection.unit = StepUnit::kAccess;
  if (shows_stop(item)) {
    const StopPlace place = stop_of(item);
    if (!keeps_answer) course_.answers.erase(place);
    model.options.stage = stage_of(model.course.lessons[place.lesson]->stops[place.stop]);
    return open_stop(place);
  }
  model.options.stage = Stage::kAccess;
  model.options.page = Page::kSteps;
  course_.is_item_placing = true;
  open_file(item.path, item.launch);
}

bool Session::Impl::is_item_shown() const {
  const lecture::Item& item = *model.lecture.item();
  if (shows_stop(item)) return is_stop_open() && model.course.at == stop_of(item);
  return item.kind == lecture::Kind::kBlank || model.path == item.path;
}

bool Session::Impl::is_item_as_opened() const {
  const ViewOptions& options = model.options;
  if (!is_item_shown() || options.stage == Stage::kOff || model.course.is_home) return false;
  if (model.lecture.shows_nothing() || model.lecture.is_counting()) return true;
  return model.is_where_arranged() && model.arranged->page == options.page &&
         model.arranged->stage == options.stage;
}

// As it was opened, with what was answered, and what was edited of a text.
void Session::Impl::show_item() {
  Lecture& lecture = model.lecture;
  model.course.is_home = false;
  if (!is_item_shown()) return open_lecture_item(lecture.at, true);
  const lecture::Item& item = *lecture.item();
  if (item.kind == lecture::Kind::kBlank || !model.arranged) {
    if (model.options.stage == Stage::kOff) model.options.stage = Stage::kAccess;
    return;
  }
  lecture.at.step = std::min(lecture.at.step, steps_before_passes());
  if (model.arranged->stage == Stage::kOff) model.arranged->stage = Stage::kAccess;
  model.options.stage = model.arranged->stage;
  model.selection.unit = StepUnit::kAccess;
  on(action::BackToArranged{});
}

// The access that the playlist names, once its text has run.
void Session::Impl::place_item_text() {
  if (!course_.is_item_placing || executor_.is_out(JobKind::kText)) return;
  const lecture::Item& item = *model.lecture.item();
  if (model.path != item.path) {  // it could not be opened: the notice has why
    course_.is_item_placing = false;
    return;
  }
  const bool is_there = !open_.is_fresh && model.run != nullptr && arriving_.prepared == nullptr &&
                        (!model.busy || model.is_counting);
  if (!is_there) return;
  course_.is_item_placing = false;
  if (can_step()) {
    const uint32_t count = model.run->recording->size(), access = item.access.value_or(1);
    if (access > count)
      model.notice =
          say_count("{file} has {count} access in this block, and none of number {number}",
                    "{file} has {count} accesses in this block, and none of number {number}", count,
                    "file"_a = model.file_name, "number"_a = access);
    select(moved_to(*model.run, model.selection, std::min(access, count) - 1), false);
  }
  model.arranged = {model.options.arrangement, model.options.page, model.options.stage,
                    model.selection};
}

// -------------------------------------------------------------------------------------------------
// steps

bool Session::Impl::step_in_vote(bool is_on) {
  Lecture& lecture = model.lecture;
  Vote& vote = lecture.votes[lecture.at.item];
  const VoteStep now = *lecture.vote_step();
  const std::optional<VoteStep> next = is_on ? following(vote, now) : preceding(vote, now);
  if (!next) return false;
  lecture.at.step = static_cast<uint32_t>(*next);
  if (*next != VoteStep::kAnswer) vote.reached = std::max(vote.reached, *next);
  lecture.choice = 0;
  lecture.round_began = clock_.now;
  return true;
}

// What comes before an access's passes: a question and its answer, a vote.
uint32_t Session::Impl::steps_before_passes() const {
  const lecture::Item& item = *model.lecture.item();
  if (item.kind == lecture::Kind::kVote) return static_cast<uint32_t>(VoteStep::kAnswer);
  const bool asks = item.kind == lecture::Kind::kStop &&
                    model.course.lessons[item.lesson]->stops[item.stop].question.has_value();
  return asks ? 1 : 0;
}

bool Session::Impl::step_passes(bool is_on) {
  if (model.options.page != Page::kSteps || !can_step() || !model.is_where_arranged()) return false;
  LecturePlace& at = model.lecture.at;
  const uint32_t first = steps_before_passes();
  const uint32_t passes = passes_at(*model.run, model.selection.step);
  const uint32_t steps = pass_steps(passes);
  // Where it was stepped by other keys.
  if (model.selection.unit == StepUnit::kPass && model.selection.pass > 0)
    at.step = first + std::min(model.selection.pass, steps);
  if (is_on ? at.step >= first + steps : at.step <= first) return false;
  at.step = is_on ? at.step + 1 : at.step - 1;
  Selection selection = model.selection;
  selection.unit = at.step == first ? StepUnit::kAccess : StepUnit::kPass;
  selection.pass = pass_at(at.step - first, passes);
  select(selection, is_on);
  const bool plays_all = is_on && selection.pass == 0;
  if (plays_all && model.moment != nullptr) model.motion = {false, 0.0f, nullptr};
  return true;
}

bool Session::Impl::step_in_item(bool is_on) {
  Lecture& lecture = model.lecture;
  if (lecture.item()->kind == lecture::Kind::kBlank || !is_item_shown()) return false;
  if (lecture.vote_step()) {
    const bool is_answered = lecture.vote_step() == VoteStep::kAnswer;
    return (is_answered && step_passes(is_on)) || step_in_vote(is_on);
  }
  if (is_voted_on(*lecture.playlist, lecture.at.item)) return false;  // the vote shows the answer
  if (steps_before_passes() == 0) return step_passes(is_on);
  const bool is_answered = lecture.at.step > 0 || model.course.answer;
  if (is_on && !is_answered) {
    lecture.at.step = 1;  // the answer plays
    return true;
  }
  if (is_answered) lecture.at.step = std::max(lecture.at.step, 1u);
  if (!is_answered || step_passes(is_on)) return is_answered;
  if (!is_on) open_lecture_item({lecture.at.item, 0});  // it is asked again
  return !is_on;
}

void Session::Impl::on(const action::StepLecture& a) {
  Lecture& lecture = model.lecture;
  if (!lecture.is_on() || a.delta == 0) return;
  lecture.is_over = lecture.is_resumed = false;
  // First the picture.
  if (std::exchange(lecture.is_blank, false)) return;
  if (model.options.stage == Stage::kOff || model.course.is_home) return show_item();
  const bool is_on = a.delta > 0;
  const size_t count = lecture.playlist->items.size();
  if (!a.is_whole && step_in_item(is_on)) {
    // It is another step of the item.
  } else if (is_on ? lecture.at.item + 1 < count : lecture.at.item > 0) {
    open_lecture_item(opening_of(is_on ? lecture.at.item + 1 : lecture.at.item - 1));
  } else {
    lecture.is_over = is_on;
    return show_item();
  }
  lecture.offered.reset();
  keep_lecture();
}

// -------------------------------------------------------------------------------------------------
// ways

void Session::Impl::on(const action::OpenLecture& a) {
  if (a.playlist == nullptr || a.playlist->items.empty()) return;
  model.lecture = {};
  model.lecture.playlist = a.playlist;
  model.lecture.now = model.lecture.began = clock_.now;
  std::optional<KeptLecture> kept = kept_place(read_lectures(options_.lectures_path), *a.playlist);
  // What is wrong with a file of the user's settings.
  const std::string at_start = model.document == 0 ? model.notice : "";
  if (kept && !kept->is_ended) {
    resume_lecture(std::move(kept->place));
    model.lecture.is_resumed = true;
  } else {
    if (kept) model.lecture.offered = std::move(kept->place);
    open_lecture_item({});
  }
  if (model.document > 0) return;
  // The first frame has a text, if one can be opened soon.
  const auto wait_for_text = [this] {
    constexpr double kMostWait = 0.3;  // [s]
    executor_.wait(kMostWait, {JobKind::kText});
    take_results();
    return model.document > 0 || executor_.is_out(JobKind::kText);
  };
  std::string notice = at_start;
  if (!wait_for_text() && !options_.lessons.empty()) {
    if (notice.empty()) notice = model.notice;
    open_file(options_.lessons.front().id);
    wait_for_text();
  }
  course_.to_report = std::move(notice);
}

void Session::Impl::resume_lecture(LectureBefore before) {
  Lecture& lecture = model.lecture;
  lecture.votes = std::move(before.votes);
  lecture.began = clock_.now - before.seconds;
  lecture.offered.reset();
  before.at.item = std::min(before.at.item, lecture.playlist->items.size() - 1);
  open_lecture_item(before.at);
}

// By mistake, too: H is the way back.
void Session::Impl::on(const action::StartLecture& a) {
  Lecture& lecture = model.lecture;
  if (!lecture.is_on()) return;
  if (a.is_from_here) {
    if (!lecture.offered) return show_item();
    resume_lecture(*std::exchange(lecture.offered, std::nullopt));
    return keep_lecture();
  }
  if (!(lecture.at == LecturePlace{}))
    lecture.before = LectureBefore{lecture.at, lecture.votes, lecture.seconds()};
  lecture.came_from.reset();
  lecture.votes.clear();
  lecture.began = clock_.now;
  open_lecture_item({});
  if (!lecture.offered) keep_lecture();
}

void Session::Impl::on(const action::GoToItem& a) {
  Lecture& lecture = model.lecture;
  if (!lecture.is_on() || a.item >= lecture.playlist->items.size()) return;
  if (a.item != lecture.at.item) lecture.came_from = lecture.at;
  lecture.offered.reset();
  open_lecture_item(opening_of(a.item));
  keep_lecture();
}

// To the item, as it was opened; from there to the one that was left for it.
void Session::Impl::on(const action::BackToItem&) {
  Lecture& lecture = model.lecture;
  if (!lecture.is_on() || std::exchange(lecture.is_blank, false)) return;
  if (!is_item_as_opened()) return show_item();
  if (lecture.came_from) {
    const LecturePlace to = *std::exchange(lecture.came_from, lecture.at);
    open_lecture_item(to);
  } else if (lecture.before) {
    resume_lecture(*std::exchange(lecture.before, std::nullopt));
  } else {
    return show_item();
  }
  keep_lecture();
}

void Session::Impl::on(const action::BlankScreen&) {
  Lecture& lecture = model.lecture;
  if (!lecture.is_on() || lecture.item()->kind == lecture::Kind::kBlank) return;
  lecture.is_blank = !lecture.is_blank;
}

void Session::Impl::on(const action::CountHands& a) {
  count_hands(model.lecture, a.choice, a.hands);
  keep_lecture();
}

// -------------------------------------------------------------------------------------------------
// between frames

void Session::Impl::update_lecture() {
  const Lecture& lecture = model.lecture;
  if (!lecture.is_on()) return;
  place_item_text();
  const lecture::Item& item = *lecture.item();
  const bool shows_answer = lecture.vote_step() == VoteStep::kAnswer ||
                            (item.kind == lecture::Kind::kStop && lecture.at.step > 0);
  if (shows_answer && is_item_shown() && !course_.placing) take_answer({});
}

// Without waiting for the disk.
void Session::Impl::keep_lecture(bool is_ended) {
  if (options_.lectures_path.empty() || !model.lecture.is_on()) return;
  const auto write = [this, path = options_.lectures_path,
                      newest = gui::kept(model.lecture, is_ended)](Executor::Ticket& ticket) {
    std::string problem = write_lecture(path, newest);
    ticket.post([this, problem = std::move(problem)] {
      if (problem.empty() || std::exchange(course_.is_place_lost, true)) return;
      model.notice = say("The lecture's place is not kept: {problem}", "problem"_a = problem);
    });
  };
  executor_.submit(JobKind::kLecture, Executor::whole(write, [](const std::string&) {}));
}

}  // namespace warplens::gui
