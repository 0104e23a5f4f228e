// Everything that one call measures: lessons over their grids, files, and folders of files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "sim/run/run.hpp"

namespace warplens::compare {

// The points of a lesson's parameters that a recording holds.

struct GridPoint {
  launch::Launch launch;
  std::vector<std::string> settings;  // every parameter of the lesson: "n=64", "tile=16"
  bool times_only = false;            // not simulated, and not counted
};

// Every combination that the lesson's description lists, each once; without such a list its
// choices, combined, with the defaults of the other parameters. The error is one sentence.
base::Result<std::vector<GridPoint>, std::string> grid_of(const lessons::Lesson& lesson);

struct Point {
  std::string name;  // unlike every other's, fit for a file's name: "transpose-row,block=8,n=64"
  prepare::Request request;
  std::string lesson;                 // its id; "" for a file
  std::vector<std::string> settings;  // of a lesson: all parameters
  bool times_only = false;
};

struct Points {
  std::vector<Point> points;
  std::vector<std::string> problems;  // one sentence each: what could not be opened
};

// Simulates it, and records as much of a block as may be replayed. Errors are the engine's.
base::Checked<run::Runs> simulate(const Point& point);

// `targets`: lessons, FILE.cu, folders with such; none means every lesson. A file is launched as
// its first comment or its host code says.
Points points_of(const std::vector<std::string>& targets,
                 const std::vector<lessons::Lesson>& lessons);

}  // namespace warplens::compare
