// `warplens course --questions`: the course's questions as a file for a system for teaching. Stops
// are run first; then the window, where there is one, draws them offscreen, all by one script.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include "app/cli/commands.hpp"
#include "app/cli/question_formats.hpp"
#include "app/cli/simulate.hpp"
#include "app/cli/visible_stream.hpp"
#include "app/course/question_versions.hpp"
#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "kernels/measure/child/scratch_folder.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

using course::AskedStop;
using course::Lesson;

// A stop by its index in a lesson.
struct ChosenStop {
  std::shared_ptr<const Lesson> lesson;
  size_t stop = 0;
};

// Of all stops that ask, or of those that are named: "strides", "banks.strides".
base::Result<std::vector<ChosenStop>, std::string> chosen_stops(
    const std::vector<Lesson>& lessons, const std::vector<std::string>& names) {
  std::vector<ChosenStop> all;
  std::vector<std::string> ids;
  for (const Lesson& lesson : lessons) {
    const auto shared = std::make_shared<const Lesson>(lesson);
    for (size_t i = 0; i < lesson.stops.size(); ++i) {
      if (!lesson.stops[i].question) continue;
      all.push_back({shared, i});
      ids.push_back(lesson.stops[i].id);
    }
  }
  if (names.empty() && all.empty()) return base::fail(say("no stop of these lessons asks"));
  if (names.empty()) return all;
  std::vector<ChosenStop> some;
  for (const std::string& name : names) {
    const size_t before = some.size();
    for (const ChosenStop& one : all) {
      const std::string& id = one.lesson->stops[one.stop].id;
      if (name == id || name == one.lesson->id + "." + id) some.push_back(one);
    }
    if (some.size() == before)
      return base::fail(base::with_suggestion(
          say("--stop {name}: these lessons have no stop of this name that asks", "name"_a = name),
          base::nearest_name(name, ids)));
  }
  return some;
}

// A line for each version, in their order; pictures are files of the folder: "0.png", ...
std::string script_for(const std::vector<AskedStop>& stops, const std::string& folder) {
  std::string script = "paper text\nscale 1.5\npointer-away\n";
  size_t count = 0;
  for (const AskedStop& stop : stops) {
    for (const course::QuestionVersion& version : stop.versions) {
      script += fmt::format("course {} {}", stop.lesson, stop.stop);
      if (version.twin) script += fmt::format(" {}", *version.twin + 1);
      script += fmt::format("\nscreenshot {}/{}.png\n", folder, count++);
    }
  }
  return script;
}

// One after another, all versions of all stops. Empty: they could not be drawn; the window has said
// why.
std::vector<std::string> drawn_pictures(const std::vector<AskedStop>& stops,
                                        const CommandLine& line, const Surroundings& surroundings) {
  const measure::ScratchFolder folder;
  if (folder.path().empty()) return {};
  gui::GuiOptions options;
  options.headless = options.light = true;
  options.width = 1500;
  options.height = 900;
  options.patience = 60;  // [s] this process goes on afterwards
  options.course_folder = line.course.folder;
  options.memory = line.memory;
  options.interrupted = surroundings.interrupted;
  options.script_text = script_for(stops, folder.path());
  if (surroundings.open_window(options) != kExitDone) return {};
  std::vector<std::string> pictures;
  for (const AskedStop& stop : stops) {
    for (size_t i = 0; i < stop.versions.size(); ++i) {
      const auto bytes =
          files::read_bytes(fmt::format("{}/{}.png", folder.path(), pictures.size()));
      if (!bytes) return {};
      pictures.emplace_back(files::text_of(*bytes));
    }
  }
  return pictures;
}

std::vector<PicturedStop> with_pictures(std::vector<AskedStop> stops, const CommandLine& line,
                                        const Surroundings& surroundings) {
  std::vector<std::string> pictures;
  if (!line.course.no_pictures) {
    if (surroundings.open_window) pictures = drawn_pictures(stops, line, surroundings);
    if (pictures.empty() && !surroundings.is_interrupted())
      surroundings.err << base::headed(
          base::Severity::kNote,
          surroundings.open_window
              ? say("the window could not be drawn: the questions have no pictures")
              : say("this build has no window: the questions have no pictures"));
  }
  std::vector<PicturedStop> all;
  auto next = pictures.begin();
  for (AskedStop& stop : stops) {
    PicturedStop one{std::move(stop), {}};
    for (size_t i = 0; i < one.asked.versions.size() && next != pictures.end(); ++i)
      one.pictures.push_back(std::move(*next++));
    all.push_back(std::move(one));
  }
  return all;
}

base::Result<std::string, std::string> file_of(const std::vector<Lesson>& lessons,
                                               std::vector<AskedStop> stops,
                                               const CommandLine& line,
                                               const Surroundings& surroundings) {
  if (line.course.questions == QuestionFormat::kText2qti) {
    const std::string title =
        lessons.size() == 1 ? lessons.front().title : say("Questions of the course");
    return text2qti_quiz(title, stops);
  }
  return moodle_quiz("Warplens", with_pictures(std::move(stops), line, surroundings));
}

int say_interrupted(const Surroundings& surroundings) {
  complain(surroundings, say("interrupted before the questions were written"));
  return kExitInterrupted;
}

}  // namespace

int write_questions(const std::vector<Lesson>& lessons, const CommandLine& line,
                    const Surroundings& surroundings) {
  const auto chosen = chosen_stops(lessons, line.course.stops);
  if (!chosen) return complain(surroundings, chosen.error());
  std::vector<AskedStop> stops;
  for (const ChosenStop& one : *chosen) {
    base::Result<AskedStop, std::string> asked =
        course::asked_stop(one.lesson, one.stop, surroundings.interrupted);
    if (surroundings.is_interrupted()) return say_interrupted(surroundings);
    if (!asked) {
      complain(surroundings, asked.error());
      return kExitFindings;
    }
    stops.push_back(std::move(*asked));
  }
  const base::Result<std::string, std::string> file =
      file_of(lessons, std::move(stops), line, surroundings);
  if (surroundings.is_interrupted()) return say_interrupted(surroundings);
  if (!file) {
    complain(surroundings, file.error());
    return kExitFindings;
  }
  if (line.course.output.empty()) {
    print_bytes(surroundings.out, *file);
    return kExitDone;
  }
  const std::string problem = files::write_text(line.course.output, *file);
  return problem.empty() ? kExitDone : complain(surroundings, problem);
}

}  // namespace warplens::cli
