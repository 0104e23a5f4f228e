#include "app/compare/grid.hpp"

#include <algorithm>

namespace warplens::compare {
namespace {

using Values = std::vector<std::pair<std::string, int64_t>>;

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
  for (const lessons::RecordedGrid& grid : grids) {
    for (const Values& values : combinations(grid)) {
      base::Result<launch::Launch, std::string> launch =
          lessons::make_recorded_launch(lesson, values);
      if (!launch) return base::fail(launch.error());
      GridPoint point{std::move(*launch), settings_of(lesson, values), grid.times_only};
      const bool is_known = std::any_of(points.begin(), points.end(), [&](const GridPoint& other) {
        return other.settings == point.settings;
      });
      if (!is_known) points.push_back(std::move(point));
    }
  }
  return points;
}

}  // namespace warplens::compare
