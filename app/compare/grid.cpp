#include "app/compare/points.hpp"

#include <algorithm>
#include <set>

#include "sim/base/say.hpp"

namespace warplens::compare {
namespace {

using Values = std::vector<std::pair<std::string, int64_t>>;

constexpr size_t kMostPoints = 10'000;  // of one grid

std::vector<Values> combinations(const lessons::RecordedGrid& grid) {
  std::vector<Values> all{{}};
  for (const lessons::RecordedGrid::Axis& axis : grid.axes) {
    std::vector<Values> longer;
    for (const Values& begun : all) {
      for (const int64_t value : axis.values) {
        longer.push_back(begun);
        longer.back().emplace_back(axis.parameter, value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

lessons::RecordedGrid grid_of_choices(const lessons::Lesson& lesson) {
  lessons::RecordedGrid grid;
  for (const lessons::Parameter& parameter : lesson.parameters) {
    if (!parameter.choices.empty()) grid.axes.push_back({parameter.name, parameter.choices});
  }
  return grid;
}

std::vector<std::string> settings_of(const lessons::Lesson& lesson, const Values& values) {
  std::vector<std::string> words;
  for (const lessons::Parameter& parameter : lesson.parameters) {
    int64_t value = parameter.value;
    for (const auto& [name, given] : values) {
      if (name == parameter.name) value = given;
    }
    words.push_back(parameter.name + "=" + std::to_string(value));
  }
  return words;
}

}  // namespace

base::Result<std::vector<GridPoint>, std::string> grid_of(const lessons::Lesson& lesson) {
  std::vector<lessons::RecordedGrid> grids = lesson.recorded;
  if (grids.empty()) grids.push_back(grid_of_choices(lesson));
  std::vector<GridPoint> points;
  std::set<std::vector<std::string>> known;  // settings
  for (const lessons::RecordedGrid& grid : grids) {
    size_t most = kMostPoints;
    for (const lessons::RecordedGrid::Axis& axis : grid.axes) {
      most /= std::max<size_t>(axis.values.size(), 1);
      if (most == 0)
        return base::fail(say("{lesson}: its parameters have more than {count} combinations",
                              "lesson"_a = lesson.id, "count"_a = kMostPoints));
    }
    for (const Values& values : combinations(grid)) {
      base::Result<launch::Launch, std::string> launch =
          lessons::make_recorded_launch(lesson, values);
      if (!launch) return base::fail(launch.error());
      GridPoint point{std::move(*launch), settings_of(lesson, values), grid.times_only};
      if (known.insert(point.settings).second) points.push_back(std::move(point));
    }
  }
  return points;
}

}  // namespace warplens::compare
