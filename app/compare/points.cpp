#include "app/compare/points.hpp"

#include <algorithm>
#include <filesystem>

#include "app/files/files.hpp"
#include "app/lessons/target.hpp"
#include "sim/base/say.hpp"

namespace warplens::compare {
namespace {

constexpr uint64_t kRecordBudget = uint64_t{16} << 20;  // [bytes] of the block that may be replayed

prepare::Request request_of(const base::SourceFile& file, const launch::Launch& launch) {
  prepare::Request request;
  request.file = file;
  request.launch = launch;
  request.record = false;
  request.keeps_contents = false;
  request.read_file = files::file_reader();
  request.read_data = files::data_reader(file.name(), {});
  request.read_include = files::include_reader(file.name(), launch.includes);
  return request;
}

void add_lesson(const lessons::Lesson& lesson, Points& to) {
  base::Result<std::vector<GridPoint>, std::string> grid = grid_of(lesson);
  if (!grid) {
    to.problems.push_back(grid.error());
    return;
  }
  const base::SourceFile file(lesson.path, lesson.text);
  for (GridPoint& at : *grid) {
    Point point{lesson.id, request_of(file, at.launch), lesson.id, std::move(at.settings),
                at.times_only};
    for (const std::string& setting : point.settings) point.name += "," + setting;
    to.points.push_back(std::move(point));
  }
}

void add_file(const std::string& path, const std::vector<lessons::Lesson>& lessons, Points& to) {
  base::Result<lessons::Target, std::string> target = lessons::open_target(path, lessons, {});
  if (!target) {
    to.problems.push_back(target.error());
    return;
  }
  if (!target->has_launch) {
    to.problems.push_back(
        say("{path}: neither its first comment nor its host code gives a launch", "path"_a = path));
    return;
  }
  const std::filesystem::path place(path);
  const std::string folder = place.parent_path().filename().string();
  Point point{(folder.empty() ? "" : folder + ",") + place.stem().string(),
              request_of(target->file, target->launch),
              "",
              {},
              false};
  point.request.program = target->program;
  point.request.reached = target->reached;
  point.request.launch_place = target->launch_place;
  to.points.push_back(std::move(point));
}

}  // namespace

base::Checked<run::Runs> simulate(const Point& point) {
  prepare::Request request = point.request;
  request.record = true;
  request.record_budget = kRecordBudget;
  return run::run_sequence(std::move(request));
}

Points points_of(const std::vector<std::string>& targets,
                 const std::vector<lessons::Lesson>& lessons) {
  Points all;
  if (targets.empty()) {
    for (const lessons::Lesson& lesson : lessons) add_lesson(lesson, all);
  }
  for (const std::string& target : targets) {
    const auto lesson = std::find_if(lessons.begin(), lessons.end(),
                                     [&](const lessons::Lesson& one) { return one.id == target; });
    std::error_code ignored;
    if (std::filesystem::is_directory(target, ignored)) {
      const base::Result<std::vector<std::string>, std::string> paths =
          files::list_folder(target, ".cu");
      if (!paths)
        all.problems.push_back(paths.error());
      else if (paths->empty())
        all.problems.push_back(say("{path}: the folder holds no .cu file", "path"_a = target));
      for (const std::string& path : paths ? *paths : std::vector<std::string>{})
        add_file(path, lessons, all);
    } else if (lesson != lessons.end() && !files::exists(target)) {
      add_lesson(*lesson, all);
    } else {
      add_file(target, lessons, all);
    }
  }
  return all;
}

}  // namespace warplens::compare
