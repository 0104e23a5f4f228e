// The session's part that leads through the course: opens stops and their twins, covers what a
// question asks about until it is answered, and keeps how far somebody has come.
#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "app/session/course/progress_file.hpp"
#include "app/session/selection.hpp"
#include "app/session/session_impl.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

// "occupancy": the page of that name; of any other word the steps.
Page page_of(const std::string& word) {
  constexpr std::pair<const char*, Page> kPages[] = {
#define WL_PAGE(page, origin, needs) {#page, Page::k##page},
#include "app/scene/pages/pages.def"
  };
  for (const auto& [name, page] : kPages) {
    std::string lower = name;
    lower.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(lower.front())));
    if (lower == word) return page;
  }
  return Page::kSteps;
}

// Its file's arrangement, whose covers hold while its question is open.
Arrangement arrangement_of(const course::Stop& stop, std::string& problem) {
  Arrangement result = first_arrangement();
  if (stop.arrangement.empty()) return result;
  if (auto own = parse_arrangement(stop.arrangement, problem)) result = std::move(*own);
  result.has_strip = true;
  return result;
}

// The stop's own one, else what is chosen.
std::string device_of_stop(const lessons::Lesson& shown, const std::string& chosen) {
  const auto launch = lessons::make_recorded_launch(shown, {});
  return launch && !launch->device.empty() ? launch->device : chosen;
}

// Those that show why the answer is wrong, in the place of the stop's own.
void light_lanes(const std::optional<StopAnswer>& answer, Arrangement& arrangement) {
  if (answer && answer->lanes) arrangement.lit.lanes = answer->lanes->mask();
}

}  // namespace

void Session::Impl::open_course() {
  model.course.lessons = options_.course;
  model.course.test.items = options_.course_test;
  for (const auto& lesson : options_.course) {
    auto& tasks = model.course.tasks.emplace_back();
    for (const std::string& id : lesson->exercises) {
      const auto exercise = std::find_if(options_.exercises.begin(), options_.exercises.end(),
                                         [&](const auto& one) { return one->id == id; });
      if (exercise != options_.exercises.end()) tasks.push_back(*exercise);
    }
  }
  model.course.is_home = options_.starts_at_home && !model.course.lessons.empty();
  read_kept_progress();
  const auto first = opening_place(model.course);
  if (first && model.course.progress.is_empty()) model.course.first = FirstQuestion{*first, {}, {}};
}

void Session::Impl::read_kept_progress() {
  if (options_.progress_path.empty()) return;
  ReadProgress read = read_progress(options_.progress_path);
  if (!read.notice.empty()) model.notice = std::move(read.notice);
  course_.is_kept = read.is_kept;
  course_.written = read.progress;
  for (const auto& [stop, twin] : read.progress.missed)
    model.course.again[stop] = Again::kNextStart;
  model.course.progress = std::move(read.progress);
}

// Without waiting for the disk.
void Session::Impl::keep_progress(bool replaces) {
  if (options_.progress_path.empty() || !course_.is_kept) return;
  const auto write = [this, path = options_.progress_path, before = course_.written,
                      now = model.course.progress, replaces](Executor::Ticket& ticket) {
    auto written = std::make_shared<WrittenProgress>(write_progress(path, before, now, replaces));
    ticket.post([this, written, now] {
      course_.is_kept = written->is_kept;
      if (!written->notice.empty() && written->notice != course_.reported)
        course_.to_report = written->notice;
      course_.reported = written->notice;
      if (!written->is_kept || !written->notice.empty()) return;
      // What was done here meanwhile is written next; what another window has done is known now.
      model.course.progress = merged(now, model.course.progress, written->progress);
      course_.written = written->progress;
    });
  };
  executor_.submit(JobKind::kProgress,
                   Executor::whole(write, [this](const std::string& why) { model.notice = why; }));
}

// -------------------------------------------------------------------------------------------------
// stops

// The user's own arrangement is kept, and nothing is open beside the steps.
void Session::Impl::enter_course() {
  if (!course_.own) {
    course_.own = model.options.arrangement;
    course_.own->lit = {};
    course_.own->covered = {};
  }
  model.options.guide.reset();
  model.options.playing = model.options.differences = model.options.heat = false;
  model.options.ask_first = false;  // the stop asks
  if (model.split.run != nullptr) on(action::SetSplit{false, false});
}

// What was open: the start page, a task, a test.
void Session::Impl::leave_place() {
  model.course.is_home = false;
  model.course.first.reset();
  model.course.test.leave();
  leave_task();
}

void Session::Impl::open_stop(const StopPlace& place) {
  Course& course = model.course;
  const std::shared_ptr<const course::Lesson> lesson = course.lessons[place.lesson];
  const bool is_from_task = course.task.has_value();
  leave_place();
  if (course.task_at(place) != nullptr) {
    enter_course();
    return open_task(place);
  }
  if (place.stop >= lesson->stops.size()) {  // its end: the last stop's picture stays
    if (is_from_task) open_stop({place.lesson, lesson->stops.size() - 1});
    course.at = StopPlace{place.lesson, lesson->stops.size()};
    course.then = following(course, *course.at);
    course.answer.reset();
    return;
  }
  const auto answer = course_.answers.find(place);
  if (!show_stop(place,
                 answer == course_.answers.end() ? std::nullopt : std::optional(answer->second)))
    return;
  if (place.twin) return;
  const course::Stop& stop = lesson->stops[place.stop];
  course.then = following(course, place);
  course.progress.lesson = lesson->id;
  course.progress.stop = stop.id;
  if (!stop.question) course.progress.done.insert(stop.id);
  keep_progress();
}

bool Session::Impl::show_stop(const StopPlace& place, std::optional<StopAnswer> answer) {
  Course& course = model.course;
  const std::shared_ptr<const course::Lesson> lesson = course.lessons[place.lesson];
  const course::Stop& stop = lesson->stops[place.stop];
  auto parameters = course::parameters_of(stop, place.twin);
  if (!parameters) {
    model.notice = parameters.error();
    return false;
  }
  std::string problem;
  course_.arrangement = arrangement_of(stop, problem);
  enter_course();
  std::shared_ptr<const lessons::Lesson>& shown = course_.lessons[place];
  if (shown == nullptr) shown = as_lesson(stop, *parameters);
  course_.shown = shown;
  course_.registers = stop.registers;
  course_.placing = StopDesk::Placing{};
  course.at = place;
  course.answer = std::move(answer);
  want_facts(place, open_.overlay.device.value_or(device_of_stop(*shown, wishes_.device)));
  model.options.page = page_of(stop.page);
  arrange_stop();
  open_shown(shown, stop.launch_number);
  if (!problem.empty()) model.notice = std::move(problem);
  return true;
}

void Session::Impl::want_facts(const StopPlace& place, const std::string& device) {
  const std::shared_ptr<const course::Lesson>& lesson = model.course.lessons[place.lesson];
  model.course.facts = course_.facts.want({place, device}, nullptr, [&] {
    return with_stop(lesson, place.stop,
                     *course::parameters_of(lesson->stops[place.stop], place.twin), device);
  });
}

// What is covered is so while the question is open.
void Session::Impl::arrange_stop() {
  Arrangement now = course_.arrangement;
  if (!model.course.is_asking()) now.covered = {};
  light_lanes(model.course.answer, now);
  model.options.arrangement = now;
  ++model.arrangements;
  model.options.revealed = false;
  model.arranged = {now, model.options.page, model.options.stage, model.selection};
}

// As it was opened, but for the question, whose answer stays.
void Session::Impl::back_to_stop() {
  const bool is_as_opened =
      is_stop_open() && !model.is_modified && !typing_.waits &&
      std::all_of(
          model.settings.begin(), model.settings.end(), [&](const launch::Definition& setting) {
            return std::any_of(course_.shown->parameters.begin(), course_.shown->parameters.end(),
                               [&](const lessons::Parameter& parameter) {
                                 return parameter.name == setting.name &&
                                        std::to_string(parameter.value) == setting.value;
                               });
          });
  const KnowledgeTest& test = model.course.test;
  if (!is_as_opened && test.part) return open_test_item(*test.part, test.item);
  if (!is_as_opened) return open_stop(*model.course.at);
  if (model.split.run != nullptr) on(action::SetSplit{false, false});
  model.options.page = page_of(model.course.stop()->page);
  arrange_stop();
  course_.placing = StopDesk::Placing{};
}

// What was opened is that stop, in the place of what had been open; or it is none.
void Session::Impl::take_stop(const std::shared_ptr<const lessons::Lesson>& shown) {
  take_own_text(shown != nullptr);
  if (shown == nullptr) {
    if (model.document > 1) model.course.is_home = false;  // somebody has chosen it
    model.course.at.reset();
    model.course.test.leave();
    if (course_.own) model.options.arrangement = *std::exchange(course_.own, std::nullopt);
    model.course.answer.reset();
    course_.placing.reset();
    keep_task_text();
    model.course.task.reset();
    model.course.left_task.reset();
    course_.tasks.forget();
    return;
  }
  wishes_.place.reset();
  if (course_.registers > 0) model.options.occupancy.registers = course_.registers;
}

// Its launch, block and access are shown, as far as the run that is there allows. False: not yet.
bool Session::Impl::place_stop() {
  const course::Stop* stop = model.course.stop();
  const std::shared_ptr<const StopFacts>& facts = model.course.facts.results;
  if (executor_.is_out(JobKind::kText)) return false;
  if (stop == nullptr || !is_stop_open()) return true;
  const bool is_there = facts != nullptr && !open_.is_fresh && model.run != nullptr &&
                        arriving_.prepared == nullptr && (!model.busy || model.is_counting);
  if (!is_there) return false;
  StopDesk::Placing& placing = *course_.placing;
  const uint32_t launch = stop->launch_number - 1;
  if (!std::exchange(placing.has_launch, true) &&
      launch != model.first_launch() + model.chosen_launch) {
    on(action::SelectLaunch{launch});
    return false;
  }
  if (!facts->opening || !can_step()) return true;
  const auto& [x, y, z] = facts->opening->block;
  if (!std::exchange(placing.has_block, true) &&
      !(model.run->request.recorded_block == trace::BlockId{x, y, z})) {
    on(action::SelectBlock{x, y, z});
    return false;
  }
  Selection selection = opening_selection(*model.run, *facts->opening);
  selection.unit = model.selection.unit;
  select(selection, false);
  return true;
}

void Session::Impl::update_course() {
  if (!course_.to_report.empty() && !model.busy)
    model.notice = std::exchange(course_.to_report, {});
  // What was answered stays as it was asked.
  if (model.course.stop() != nullptr && is_stop_open() && !model.course.answer)
    want_facts(*model.course.at, model.launch.device);
  model.course.facts = course_.facts.trial();
  update_task();
  if (!course_.placing || !place_stop()) return;
  course_.placing.reset();
  if (model.arranged && is_stop_open()) model.arranged->selection = model.selection;
}

// -------------------------------------------------------------------------------------------------
// the way

void Session::Impl::on(const action::OpenStop& a) {
  auto place = find_stop(model.course, a.name);
  if (!place) {
    model.notice = say("there is no lesson or stop {name}", "name"_a = a.name);
    return;
  }
  place->twin = a.twin;
  course_.is_start = false;
  open_stop(*place);
}

void Session::Impl::on(const action::GoToStop& a) {
  const KnowledgeTest& test = model.course.test;
  if (test.part) return open_test_item(*test.part, a.stop);
  if (model.course.at) open_stop({model.course.at->lesson, a.stop});
}

void Session::Impl::on(const action::ContinueCourse&) {
  const auto place = continue_place(model.course);
  if (!place) return;
  model.course.then = place;
  course_.is_start = true;
  on(action::NextStop{});
}

// First what was missed, as far as it is due.
void Session::Impl::on(const action::NextStop&) {
  Course& course = model.course;
  if (course.test.part) return open_next_test_item();
  if (course.left_task) return open_stop(StopPlace(*course.left_task));
  if (!course.then) {
    course.is_home = true;
    return;
  }
  if (course.at && course.at->twin && course.is_asking()) {  // it is passed over for this time
    note_repeated(course, *course.at);
    course.again[course.stop()->id] = Again::kLater;
  }
  const auto twin = due_twin(course, course_.is_start);
  if (!twin) course_.is_start = false;
  if (twin) course_.answers.erase(*twin);
  open_stop(twin.value_or(*course.then));
}

void Session::Impl::on(const action::PreviousStop&) {
  const KnowledgeTest& test = model.course.test;
  if (test.part) return open_test_item(*test.part, test.item - 1);  // before the first is none
  if (const auto place = preceding(model.course)) open_stop(*place);
}

// -------------------------------------------------------------------------------------------------
// answers

void Session::Impl::on(const action::AnswerStop& a) {
  const course::Asked* asked = model.course.asked();
  if (asked == nullptr || asked->is_typed || a.choice >= asked->choices.size()) return;
  take_answer({a.choice, std::nullopt, asked->choices[a.choice].is_right});
}

void Session::Impl::on(const action::TypeAnswer& a) {
  const course::Asked* asked = model.course.asked();
  if (asked == nullptr || !asked->truth) return;
  StopAnswer answer{std::nullopt, a.number, *asked->truth == a.number};
  for (size_t i = 0; i < asked->choices.size(); ++i) {
    if (asked->choices[i].number == a.number) answer.choice = i;
  }
  const study::CountingLanes& lanes = model.course.facts.results->lanes;
  if (!answer.choice) answer.lanes = a.number < *asked->truth ? lanes.apart : lanes.together;
  take_answer(answer);
}

// What was covered is seen, and the access is played once more at its place, from wherever it is
// answered.
void Session::Impl::take_answer(const StopAnswer& answer) {
  Course& course = model.course;
  if (!course.is_asking() || course.asked() == nullptr) return;
  if (course.test.part) return keep_test_answer(answer);
  note_answer(course, *course.at, course.asked(), answer);
  course.answer = answer;
  course_.answers[*course.at] = answer;
  if (!model.is_where_arranged()) back_to_stop();
  model.options.arrangement.covered = {};
  light_lanes(course.answer, model.options.arrangement);
  model.options.revealed = false;
  if (model.arranged) {
    model.arranged->arrangement.covered = {};
    light_lanes(course.answer, model.arranged->arrangement);
  }
  if (model.moment != nullptr) model.motion = {false, 0.0f, nullptr};
  keep_progress();
}

void Session::Impl::on(const action::ClearProgress&) {
  model.course.progress = {};
  model.course.again.clear();
  model.course.repeated.clear();
  model.course.test.is_result = false;
  course_.answers.clear();
  course_.forgotten = {model.document, model.buffer.version()};
  course_.is_text_new = false;
  keep_progress(true);
}

void Session::Impl::on(const action::WriteHandIn&) {
  const std::string path = "warplens-hand-in.json";
  std::map<std::string, std::string> texts;
  for (const auto& [exercise, task] : model.course.progress.tasks) {
    if (!task.text.empty()) texts[exercise] = task.text;
  }
  const auto written = files::replace_text(
      path, print_hand_in(model.course.progress, texts),
      [](const std::optional<std::string>& content) {
        return content && content->find("\"course\": \"warplens\"") != std::string::npos;
      });
  model.notice =
      !written ? written.error()
      : *written
          ? say("Your first answers and the texts of your tasks are in {file}.", "file"_a = path)
          : say("{file} is another program's file: move it away first.", "file"_a = path);
}

}  // namespace warplens::gui
