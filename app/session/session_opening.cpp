// Opening a text and finding a launch for it: the file's own, or guesses that the form shows.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "app/files/files.hpp"
#include "app/session/guess.hpp"
#include "app/session/session_impl.hpp"
#include "app/session/text/completion.hpp"
#include "app/session/text/file_text.hpp"
#include "sim/base/say.hpp"
#include "sim/base/work_queue.hpp"
#include "sim/run/sequence_run.hpp"

namespace warplens::gui {

namespace {

using FindTarget = std::function<base::Result<lessons::Target, std::string>(
    const launch::LaunchOptions& overlay, const std::atomic<bool>* cancelled,
    lessons::ProgramsAhead& ahead)>;

// A target, with guesses where it has no launch; each part of it is a slice of its own.
class TextOpening {
 public:
  TextOpening(FindTarget find, launch::LaunchOptions overlay)
      : find_(std::move(find)), overlay_(std::move(overlay)) {
    add(&TextOpening::find);
  }
  TextOpening(const TextOpening&) = delete;
  TextOpening& operator=(const TextOpening&) = delete;

  base::Progress advance(base::Slice& slice) { return work_.advance(slice); }
  // When it is done. Errors are one sentence.
  base::Result<Opened, std::string> take() {
    if (problem_) return base::fail(*problem_);
    return std::move(opened_);
  }

 private:
  using Part = void (TextOpening::*)(const std::atomic<bool>* cancelled);

  void add(Part part) {
    work_.add([this, part](base::Slice& slice) {
      if (slice.is_over()) return base::Progress::kMore;
      (this->*part)(slice.cancelled());
      slice.spend(base::Slice::kUsual);
      return base::Progress::kDone;
    });
  }

  void find(const std::atomic<bool>* cancelled) {
    ahead_.next = 0;
    base::Result<lessons::Target, std::string> target = find_(overlay_, cancelled, ahead_);
    if (run_wanted(&TextOpening::find)) return;
    if (!target) {
      problem_ = target.error();
      return;
    }
    opened_.target = std::move(*target);
    const std::optional<lessons::Untaken>& untaken = opened_.target.untaken;
    const bool is_seen_alone = untaken && untaken->problems.empty() &&
                               opened_.target.launch.kernel.empty() &&
                               !launch::embedded_options(opened_.target.file.text());
    if (is_seen_alone)
      opened_.target.program = untaken->choice;  // its page says what it did
    else if (!opened_.target.has_launch)
      add(&TextOpening::guess_call);
  }

  // What a part has to know is executed; then the part begins again.
  bool run_wanted(Part part) {
    if (const auto wanted = std::exchange(ahead_.wanted, std::nullopt)) {
      work_.add_part(std::make_shared<prepare::ProgramRun>(*wanted),
                     [this, part](prepare::ProgramRun& run) {
                       ahead_.results.push_back(run.take());
                       add(part);
                     });
      return true;
    }
    if (const auto wanted = std::exchange(ahead_.wanted_runs, std::nullopt)) {
      work_.add_part(std::make_shared<run::SequenceRun>(*wanted),
                     [this, part](run::SequenceRun& sequence) {
                       ahead_.runs = sequence.take();
                       add(part);
                     });
      return true;
    }
    ahead_ = {};
    return false;
  }

  void guess_call(const std::atomic<bool>* cancelled) {
    ahead_.next = 0;
    auto called = lessons::guessed_call(opened_.target, overlay_, cancelled, {}, &ahead_);
    if (run_wanted(&TextOpening::guess_call)) return;
    if (!called) return add(&TextOpening::guess);
    opened_.target = std::move(*called);
    opened_.target.guessed.clear();  // the form has them
    opened_.is_call_guessed = true;
    opened_.remark = say(
        "There is no main(): {function}() is called with guessed sizes. Press Call to change them.",
        "function"_a = opened_.target.program->called);
  }

  void guess(const std::atomic<bool>* cancelled) {
    const base::SourceFile file(opened_.target.file.name(), editable(opened_.target.file.text()));
    if (const std::string& kernel = opened_.target.launch.kernel; !kernel.empty())
      overlay_.kernel = kernel;
    work_.add_part(std::make_shared<GuessMaking>(file, overlay_, cancelled),
                   [this](GuessMaking& making) {
                     opened_.guess = making.take();
                     if (!opened_.guess->errors.empty()) add(&TextOpening::complete);
                   });
  }

  void complete(const std::atomic<bool>* cancelled) {
    work_.add_part(std::make_shared<Completion>(opened_.target, overlay_, cancelled),
                   [this](Completion& completion) {
                     if (auto whole = completion.take()) opened_ = std::move(*whole);
                   });
  }

  const FindTarget find_;
  launch::LaunchOptions overlay_;
  base::WorkQueue work_;
  lessons::ProgramsAhead ahead_;  // of the part that is at work
  Opened opened_;
  std::optional<std::string> problem_;
};

// What a command line alone can give stays.
launch::LaunchOptions over_command_line(const launch::LaunchOptions& given,
                                        launch::LaunchOptions own) {
  own.program_arguments = given.program_arguments;
  own.program_launch = given.program_launch;
  own.readable = given.readable;
  own.seed = given.seed;
  own.real_clock = given.real_clock;
  return launch::merge(given, own);
}

}  // namespace

bool Session::Impl::open(const std::string& target) {
  // What is wrong with a file of the user's settings or progress.
  const std::string at_start = model.document == 0 ? model.notice : "";
  const std::string name =
      target.empty() && !options_.lessons.empty() ? options_.lessons.front().id : target;
  const auto stop = files::exists(name) ? std::nullopt : find_stop(model.course, name);
  if (stop)
    open_stop(*stop);
  else
    open_file(name);
  constexpr double kMostWait = 0.3;  // [s] for the first frame, if a program takes longer
  executor_.wait(kMostWait, {JobKind::kText});
  take_results();
  if (executor_.is_out(JobKind::kText)) show_opening();
  if (!executor_.is_out(JobKind::kText) && model.document == 0) return false;  // it says why
  if (!at_start.empty()) {
    model.notice = at_start;
    return true;
  }
  const std::string paste = target.empty() ? document_.left_paste() : "";
  if (!paste.empty() && model.notice.empty())
    model.notice =
        say("A pasted text that was not saved is kept in {file}; open that file to restore it.",
            "file"_a = paste);
  else if (target.empty() && model.notice.empty() && !model.course.is_home)  // which says so
    model.notice = label("Ctrl+V opens a program that you copied, Ctrl+O a file or a lesson.");
  return true;
}

void Session::Impl::start_text(std::function<std::optional<TextEnd>(base::Slice&)> work,
                               std::function<void(const std::string& why)> failed) {
  const auto step = [work = std::move(work)](Executor::Ticket& ticket, base::Slice& slice) {
    std::optional<TextEnd> end = work(slice);
    if (!end) return base::Progress::kMore;
    ticket.post(std::move(*end));
    return base::Progress::kDone;
  };
  executor_.submit(JobKind::kText, {step, std::move(failed)});
}

// A text is compiled for the launch that its host code holds, which may take a while.
template <class Find>
void Session::Impl::start_opening(Find find, bool is_unnamed, std::optional<base::SourceFile> text,
                                  std::shared_ptr<const lessons::Lesson> stop,
                                  const launch::LaunchOptions& own) {
  open_.coming.reset();
  if (text) open_.coming = {std::move(*text), is_unnamed, clock_.now};
  const auto opening = std::make_shared<TextOpening>(find, over_command_line(open_.overlay, own));
  const auto work = [this, opening, is_unnamed,
                     stop](base::Slice& slice) -> std::optional<TextEnd> {
    if (opening->advance(slice) == base::Progress::kMore) return std::nullopt;
    auto opened = std::make_shared<base::Result<Opened, std::string>>(opening->take());
    return [this, opened, is_unnamed, stop] {
      if (*opened) {
        (*opened)->stop = stop;
        (*opened)->is_unnamed = is_unnamed;
        take_target(std::move(**opened));
      } else {
        model.notice = opened->error();
        open_.coming.reset();
        open_.previewed.reset();
      }
    };
  };
  start_text(work, [this](const std::string& why) { model.notice = why; });
  open_.is_opening = true;
  model.busy = true;
}

// A program may run for a long time before there is something of it to show: its text is shown
// until then, and stays if that is cancelled.
void Session::Impl::show_opening() {
  if (!open_.coming || !open_.is_opening) return;
  const OpenText::Coming shown = *std::exchange(open_.coming, std::nullopt);
  take_document(shown.text, nullptr, shown.is_unnamed);
  clear_shown();
  model.program.reset();
  model.not_run.clear();
  model.diagnostics.clear();
  model.launch = {};
  take_device(model.launch);
  model.launch_place = {};
  model.needs_launch = model.launch_shown = false;
  model.options.page = Page::kSteps;
  open_.embedded = launch::embedded_options(model.text()).value_or("");
  wishes_.has_launch = open_.guess_failed = false;
  open_.is_fresh = true;
  open_.is_opening = false;  // an edit is one of this text
  open_.previewed = shown.text.text();
}

void Session::Impl::on(const action::OpenFile& a) {
  open_file(a.path, a.launch);
}

void Session::Impl::open_file(const std::string& path, const launch::LaunchOptions& launch) {
  const auto find = [this, path](const launch::LaunchOptions& overlay,
                                 const std::atomic<bool>* cancelled,
                                 lessons::ProgramsAhead& ahead) {
    return lessons::open_target(path, options_.lessons, overlay, cancelled, {}, &ahead);
  };
  std::optional<base::SourceFile> file;
  if (files::exists(path)) {
    if (auto text = files::read_kernel(path)) file.emplace(path, std::move(*text));
  }
  start_opening(find, false, std::move(file), nullptr, launch);
}

// A stop of the course. No file is named as it is.
void Session::Impl::open_shown(const std::shared_ptr<const lessons::Lesson>& stop,
                               uint32_t launch_number) {
  const auto find = [stop, launch_number](const launch::LaunchOptions& overlay,
                                          const std::atomic<bool>* cancelled,
                                          lessons::ProgramsAhead& ahead) {
    launch::LaunchOptions own = overlay;
    if (launch_number > 1) own.program_launch = launch_number - 1;
    return lessons::open_target(stop->id, {*stop}, own, cancelled, {}, &ahead);
  };
  start_opening(find, false, std::nullopt, stop);
}

// A task of the course, likewise; its launch is known.
void Session::Impl::open_task_text(const std::shared_ptr<const lessons::Lesson>& task,
                                   launch::Launch launch) {
  const auto find = [task, launch = std::move(launch)](const launch::LaunchOptions&,
                                                       const std::atomic<bool>*,
                                                       lessons::ProgramsAhead&) {
    lessons::Target target;
    target.file = base::SourceFile(task->path, task->text);
    target.launch = launch;
    target.lesson = 0;
    target.has_launch = true;
    return base::Result<lessons::Target, std::string>(std::move(target));
  };
  start_opening(find, false, std::nullopt, task);
}

void Session::Impl::on(const action::OpenText& a) {
  const auto find = [text = a.text](const launch::LaunchOptions& overlay,
                                    const std::atomic<bool>* cancelled,
                                    lessons::ProgramsAhead& ahead) {
    return lessons::open_text(base::SourceFile(kUnnamed, text), overlay, cancelled, {}, &ahead);
  };
  start_opening(find, true, base::SourceFile(kUnnamed, a.text));
}

// The lesson's own, but what the user has chosen for a parameter of that name in another lesson,
// and before that what the command line says.
void Session::Impl::take_settings() {
  bool is_carried = false;
  for (const lessons::Parameter& parameter : model.lesson->parameters) {
    launch::Definition setting{parameter.name, std::to_string(parameter.value)};
    const auto chosen = wishes_.values.find(parameter.name);
    if (!is_stop_open() && chosen != wishes_.values.end() &&
        lessons::takes(parameter, chosen->second)) {
      setting.value = std::to_string(chosen->second);
      is_carried = true;
    }
    for (const launch::Definition& given : open_.overlay.settings)
      setting = given.name == setting.name ? given : setting;
    model.settings.push_back(std::move(setting));
  }
  if (!is_carried) return;
  auto launch = lessons::make_launch(*model.lesson, model.settings);
  if (!launch) return;
  take_lesson_launch(std::move(*launch));
}

// A program has its sizes from main().
void Session::Impl::take_lesson_launch(launch::Launch launch) {
  if (model.program) {
    model.launch.defines = std::move(launch.defines);
    return;
  }
  launch.device = model.launch.device;
  model.launch = std::move(launch);
}

// The user's, for a text that names none.
void Session::Impl::take_device(launch::Launch& launch) const {
  if (launch.device.empty()) launch.device = wishes_.device;
}

void Session::Impl::take_program(const lessons::Target& target) {
  model.program = target.program;
  program_.reached = target.reached;
  program_.launch = target.launch;
  program_.first = target.program ? target.program->launch : 0;
  model.launch_place = target.launch_place;
}

// The edited text is opened anew, but stays the document that it is.
void Session::Impl::start_program() {
  const auto find = [file = source()](const launch::LaunchOptions& overlay,
                                      const std::atomic<bool>* cancelled,
                                      lessons::ProgramsAhead& ahead) {
    return lessons::open_text(file, overlay, cancelled, {}, &ahead);
  };
  const auto opening = std::make_shared<TextOpening>(find, launch::LaunchOptions());
  const auto work = [this, opening](base::Slice& slice) -> std::optional<TextEnd> {
    if (opening->advance(slice) == base::Progress::kMore) return std::nullopt;
    auto opened = std::make_shared<base::Result<Opened, std::string>>(opening->take());
    return [this, opened] {
      if (!*opened) return run_edited();
      const lessons::Target& target = (*opened)->target;
      model.not_run = lessons::why_not_run(target);
      if (!target.program) return run_edited();
      model.launch = target.launch;
      take_device(model.launch);
      take_program(target);
      open_.guess_failed = false;
      model.needs_launch = model.launch_shown = false;
      typing_.last = clock_.now;
      request_run(Reason::kEdit);
    };
  };
  open_.is_opening = false;
  start_text(work, [this](const std::string& why) { model.notice = why; });
  model.busy = true;
}

// Another document: what was open is kept for when it is opened again.
void Session::Impl::take_document(const base::SourceFile& file, const lessons::Lesson* lesson,
                                  bool is_unnamed) {
  document_.put_aside();
  const std::string key_before = document_key();
  keep_place();
  arriving_.prepared = nullptr;  // of what was open until now
  arriving_.launches.clear();
  model.lesson = lesson;
  model.path = lesson != nullptr || is_unnamed ? "" : file.name();
  model.file_name = std::filesystem::path(file.name()).filename().string();
  if (!model.path.empty()) folders_.note_opened(model.path);
  if (const auto kept = wishes_.kept.find(document_key());
      kept != wishes_.kept.end() && document_key() != key_before)
    wishes_.place = kept->second;
  model.notice.clear();
  document_.open(file.text());
}

void Session::Impl::take_target(Opened opened) {
  lessons::Target& target = opened.target;
  const bool is_lesson = target.lesson.has_value();
  executor_.forget(JobKind::kText);
  open_.coming.reset();
  const lessons::Lesson* lesson = opened.stop != nullptr ? opened.stop.get()
                                  : is_lesson            ? &options_.lessons[*target.lesson]
                                                         : nullptr;
  if (std::exchange(open_.previewed, std::nullopt) != target.file.text())
    take_document(target.file, lesson, opened.is_unnamed);
  model.meant_names = std::move(opened.meant);
  open_.piece = opened.completed ? target.file.text() : "";
  if (opened.completed) {  // a change that is not saved
    document_.complete(*opened.completed);
  }
  model.launch = target.launch;
  if (open_.overlay.device) wishes_.device = *open_.overlay.device;
  take_device(model.launch);
  if (opened.guess) take_device(opened.guess->launch);
  take_program(target);
  program_.guessed_call.clear();
  if (opened.is_call_guessed) program_.guessed_call = target.program->values;
  wishes_.has_launch = false;
  model.not_run = lessons::why_not_run(target);
  std::string remark = opened.remark;
  if (!model.not_run.empty() && !opened.guess)
    remark += (remark.empty() ? "" : " ") + not_run_remark();
  if (!target.guessed.empty())
    remark += (remark.empty() ? "" : " ") +
              say("Guessed: {values}", "values"_a = fmt::join(target.guessed, " "));
  model.guess_note = target.guess_note;
  if (!model.guess_note.empty()) remark += (remark.empty() ? "" : " ") + guess_remark();
  if (!remark.empty()) model.notice = std::move(remark);
  model.settings.clear();
  model.chosen_finding.reset();
  model.kernels.clear();
  model.host_launches.clear();
  open_.all_of_host.reset();
  model.unknown_launch = {};
  model.form_launch.reset();
  model.diagnostics.clear();
  model.options.playing = false;
  forget_tries();
  open_.embedded = launch::embedded_options(model.text()).value_or("");
  open_.opening = is_lesson ? model.lesson->opening : lessons::Opening{};
  typing_.waits = false;
  open_.is_fresh = true;
  open_.guess_failed = false;
  if (is_lesson) take_settings();
  take_stop(opened.stop);
  model.needs_launch = model.launch_shown = opened.guess.has_value();
  if (opened.guess) {
    ask_for_launch(std::move(*opened.guess));
    runs_.cancel();
    clear_shown();
  } else {
    request_run(Reason::kOpen);
  }
  open_.overlay = {};  // the command line spoke of the first target only
}

}  // namespace warplens::gui
