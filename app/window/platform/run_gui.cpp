// Brings lessons, session, application and platform together.
#include "app/window/platform/run_gui.hpp"

#include <imgui.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "app/course/exercise.hpp"
#include "app/course/lesson.hpp"
#include "app/course/test_items.hpp"
#include "app/files/exit_status.hpp"
#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "app/lecture/playlist.hpp"
#include "app/lessons/target.hpp"
#include "app/session/executor.hpp"
#include "app/window/platform/address_space.hpp"
#include "app/window/platform/app.hpp"
#include "app/window/platform/ending.hpp"
#include "app/window/platform/glfw/window.hpp"
#include "app/window/platform/headless.hpp"
#include "sim/base/say.hpp"
#include "sim/base/visible.hpp"
#include "sim/base/worker_pool.hpp"

namespace warplens::gui {

namespace {

// ImGui does not look whether it was given memory; what is thrown here ends in run_gui().
void* allocate(size_t size, void*) {
  void* memory = std::malloc(size);
  if (memory == nullptr && size > 0) throw std::bad_alloc();
  return memory;
}

void release(void* memory, void*) {
  std::free(memory);
}

// ImGui's context for as long as this lives.
class ImGuiContextHolder {
 public:
  ImGuiContextHolder() {
    ImGui::SetAllocatorFunctions(allocate, release);
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // the layout is fixed: nothing to remember
    ImGui::GetIO().LogFilename = nullptr;
  }
  ~ImGuiContextHolder() { ImGui::DestroyContext(); }
  ImGuiContextHolder(const ImGuiContextHolder&) = delete;
  ImGuiContextHolder& operator=(const ImGuiContextHolder&) = delete;
};

int complain(int status, const std::string& message) {
  std::fprintf(stderr, "warplens: %s\n", base::visible(message).c_str());
  return status;
}

bool is_scripted(const GuiOptions& options) {
  return !options.script.empty() || !options.script_text.empty();
}

int run_headless(App& app, const GuiOptions& options) {
  auto screen = platform::Offscreen::create(options.width, options.height);
  if (!screen) {
    return complain(files::kExitNotMeasured, screen.error());
  }
  ui::map_keys_without_window();
  platform::Headless window(app, **screen, options.interrupted, options.on_written);
  int status = 0;
  if (!is_scripted(options)) {
    window.settle();
  } else {
    const auto text = options.script.empty()
                          ? base::Result<std::string, std::string>(options.script_text)
                          : files::read_text(options.script);
    if (!text) {
      return complain(files::kExitMistake, text.error());
    }
    app.session().wait_idle();  // else it depends on the machine what the first action finds
    if (!options.film.empty()) window.start_film();
    const platform::ScriptEnd end = platform::run_script(
        window, options.script.empty() ? label("script") : options.script, *text);
    if (!end.message.empty()) {
      std::fprintf(stderr, "%s\n", base::visible(end.message).c_str());
    }
    status = end.status;
  }
  if (!options.film.empty()) {
    const std::string problem = window.save_film(options.film);
    if (!problem.empty()) return complain(files::kExitMistake, problem);
  }
  if (!options.screenshot.empty()) {
    const std::string problem = window.save_picture(options.screenshot);
    if (!problem.empty()) {
      return complain(files::kExitMistake, problem);
    }
  }
  return status;
}

// What the process holds goes with it: nobody waits for a job that cannot be ended.
[[noreturn]] void leave(int status) {
  std::fflush(nullptr);
  std::_Exit(status);
}

// What is unsaved is kept for the next start.
void keep_unsaved(App& app, int status) {
  for (const std::string& kept : app.session().rescue()) complain(status, kept);
}

// Says what was thrown; the exit status for it.
int complain_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    return complain(files::kExitNotMeasured,
                    label("there is not enough memory for the window; a limit of the shell's "
                          "(ulimit -v) may be too low"));
  } catch (...) {
    return complain(files::kExitMistake, sentence_of(std::current_exception()));
  }
}

int show(App& app, const GuiOptions& options) {
  if (options.headless) {
    return run_headless(app, options);
  }
  if (auto window = platform::can_open_window(); !window) {
    return complain(files::kExitNotMeasured,
                    say("{cause}; start it from a desktop, or draw without one: {command} (run, "
                        "trace and lessons print and need none)",
                        "cause"_a = window.error(),
                        "command"_a = "warplens gui --headless --screenshot OUT.png"));
  }
  platform::note_ending_signals();
  const platform::KeptAtExit kept([&app] { keep_unsaved(app, files::kExitNotMeasured); });
  const int status = platform::run_window(app, {options.width, options.height, options.screenshot});
  const int signal = platform::ending_signal();
  if (signal == 0) return status;
  constexpr int kEndedBySignal = 128;  // as shells report it
  keep_unsaved(app, kEndedBySignal + signal);
  leave(kEndedBySignal + signal);
}

// The course's own lessons and its test, or those of a folder.
struct OpenedCourse {
  std::vector<std::shared_ptr<const course::Lesson>> lessons;
  std::vector<course::TestItem> test;
};
base::Result<OpenedCourse, std::string> course_of(const std::string& folder) {
  auto lessons =
      folder.empty()
          ? base::Result<std::vector<course::Lesson>, std::string>(course::built_in_lessons())
          : course::load_course(folder);
  if (!lessons) return base::fail(lessons.error());
  base::Result<course::Test, std::string> test = course::load_test(folder, *lessons);
  if (!test) return base::fail(test.error());
  OpenedCourse all{{}, std::move(test->items)};
  for (course::Lesson& lesson : *lessons)
    all.lessons.push_back(std::make_shared<const course::Lesson>(std::move(lesson)));
  return all;
}

int open_and_show(const GuiOptions& options) {
  auto lessons = lessons::lessons_of(options.lessons_folder);
  if (!lessons) {
    return complain(files::kExitMistake, lessons.error());
  }
  auto course = course_of(options.course_folder);
  if (!course) return complain(files::kExitMistake, course.error());
  std::shared_ptr<const lecture::Playlist> played;
  if (!options.lecture.empty()) {
    auto playlist = lecture::open(options.lecture, course->lessons);
    if (!playlist)
      return complain(files::kExitMistake, lecture::rendered(options.lecture, playlist.error()));
    played = std::make_shared<const lecture::Playlist>(std::move(*playlist));
  }
  for (const auto& [option, path] :
       {std::pair("--screenshot", &options.screenshot), std::pair("--film", &options.film)}) {
    if (path->empty() || !files::is_same_file(*path, options.target)) continue;
    return complain(files::kExitMistake,
                    say("{option} {file}: this is the text that is opened; write to another file",
                        "option"_a = option, "file"_a = *path));
  }
  const ImGuiContextHolder context;
  SessionOptions session;
  session.lessons = std::move(*lessons);
  session.course = std::move(course->lessons);
  session.course_test = std::move(course->test);
  for (const course::Exercise& exercise : course::built_in())
    session.exercises.push_back(std::make_shared<const course::Exercise>(exercise));
  session.starts_at_home = !options.headless && options.target.empty() && played == nullptr;
  session.launch = options.launch;
  session.memory = options.memory;
  session.threads = !options.in_slices;
  if (options.in_slices) base::WorkerPool::use_one_core();
  session.measurer =
      options.measurer ? options.measurer : make_measurer({{}, options.recordings_folder});
  session.compiling_command = options.compiling_command;
  // Scripts are the same for everybody.
  if (const std::string folder = files::user_data_folder(); !options.headless && !folder.empty()) {
    session.settings_path = folder + "/settings.json";
    session.scores_path = folder + "/scores.json";
    session.lectures_path = folder + "/lectures.json";
    // Whoever gives a lecture learns nothing in it.
    if (played == nullptr) session.progress_path = folder + "/progress.json";
    session.recent_path = folder + "/recent.txt";
    session.drafts_folder = folder + "/drafts";
  }
  // A script finds everything where it was; anybody else begins with little.
  if (!is_scripted(options)) session.arrangement = first_arrangement();
  App app(std::move(session));
  if (options.light) {
    app.session().apply({action::ChangeOptions{[](ViewOptions& view) { view.light = true; }}});
  }
  if (played != nullptr) {
    app.session().apply({action::OpenLecture{played}});
  } else if (!app.session().open(options.target)) {
    return complain(files::kExitMistake, app.session().model().notice);
  }
  int status = 0;
  try {
    status = show(app, options);
  } catch (...) {
    status = complain_of(std::current_exception());
    keep_unsaved(app, status);
    leave(status);
  }
  // A measuring process that waits for orders ends by itself, when its input does.
  const bool has_ended = app.session().stop(options.patience);
  if (!has_ended || app.session().model().measuring.has_gpu()) leave(status);
  return status;
}

}  // namespace

int run_gui(const GuiOptions& options) {
  try {
    if (!platform::fit_into_address_space()) throw std::bad_alloc();
    return open_and_show(options);
  } catch (...) {
    return complain_of(std::current_exception());
  }
}

}  // namespace warplens::gui
