// Finds what a user's FILE.cu or LESSON means and works out its launch.
#include "app/lessons/target.hpp"

#include <algorithm>

#include "app/files/files.hpp"
#include "sim/base/diagnostic.hpp"

namespace warplens::lessons {
namespace {

std::string unknown_target(const std::string& name, const std::vector<Lesson>& lessons) {
  std::vector<std::string> ids;
  for (const Lesson& lesson : lessons) ids.push_back(lesson.id);
  std::string message = name + ": no such file, and no lesson has this name";
  const std::string nearest = base::nearest_name(name, ids);
  if (!nearest.empty()) return message + "; did you mean '" + nearest + "'?";
  return message + " ('warplens lessons' lists them)";
}

base::Result<Target, std::string> open_lesson(size_t index, const Lesson& lesson,
                                              const launch::LaunchOptions& options) {
  base::Result<launch::Launch, std::string> launch = make_launch(lesson, options.settings);
  if (!launch) return base::fail(launch.error());
  Target target;
  target.file = base::SourceFile(lesson.file_name, lesson.text);
  target.launch = launch::apply(std::move(*launch), options);
  target.lesson = index;
  target.has_launch = true;
  return target;
}

base::Result<Target, std::string> open_file(const std::string& path,
                                            const launch::LaunchOptions& options) {
  base::Result<std::string, std::string> text = files::read_text(path);
  if (!text) return base::fail(text.error());
  Target target;
  target.file = base::SourceFile(path, std::move(*text));
  base::Result<launch::Launch, std::string> launch = launch_of_text(target.file, options);
  if (!launch) return base::fail(launch.error());
  target.launch = std::move(*launch);
  target.has_launch =
      launch::embedded_options(target.file.text()).has_value() || (options.grid && options.block);
  return target;
}

}  // namespace

base::Result<std::vector<Lesson>, std::string> lessons_of(const std::string& folder) {
  std::vector<Lesson> lessons = built_in();
  if (folder.empty()) return lessons;
  base::Result<std::vector<Lesson>, std::string> own = load_folder(folder);
  if (!own) return own;
  for (Lesson& lesson : *own) {
    const auto same = std::find_if(lessons.begin(), lessons.end(),
                                   [&](const Lesson& other) { return other.id == lesson.id; });
    if (same != lessons.end())
      *same = std::move(lesson);
    else
      lessons.push_back(std::move(lesson));
  }
  return lessons;
}

base::Result<launch::Launch, std::string> launch_of_text(const base::SourceFile& file,
                                                         const launch::LaunchOptions& options) {
  if (!options.settings.empty()) {
    return base::fail(
        file.name() +
        ": '--set' changes a lesson's parameter, and a file has none; use -D or --arg");
  }
  launch::Launch launch;
  if (const std::optional<std::string> comment = launch::embedded_options(file.text())) {
    const base::Result<launch::LaunchOptions, std::string> defaults =
        launch::parse_options(launch::split_words(*comment));
    if (!defaults) return base::fail(file.name() + ": in the first comment: " + defaults.error());
    launch = launch::apply(std::move(launch), *defaults);
  }
  return launch::apply(std::move(launch), options);
}

base::Result<Target, std::string> open_target(const std::string& name,
                                              const std::vector<Lesson>& lessons,
                                              const launch::LaunchOptions& options) {
  if (files::exists(name)) return open_file(name, options);
  for (size_t i = 0; i < lessons.size(); ++i) {
    if (lessons[i].id == name) return open_lesson(i, lessons[i], options);
  }
  return base::fail(unknown_target(name, lessons));
}

}  // namespace warplens::lessons
