// Everything that one call measures: lessons over their grids, files, and folders of files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "sim/run/run.hpp"

namespace warplens::compare {

struct Point {
  std::string name;  // unlike every other's, fit for a file's name: "copy-row,block=8,n=64"
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
