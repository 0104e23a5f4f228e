// The points of a lesson's parameters that a recording holds.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"

namespace warplens::compare {

struct GridPoint {
  launch::Launch launch;
  std::vector<std::string> settings;  // every parameter of the lesson: "n=64", "tile=16"
  bool times_only = false;            // not simulated, and not counted
};

// Every combination that the lesson's description lists, each once; without such a list its
// choices, combined, with the defaults of the other parameters. The error is one sentence.
base::Result<std::vector<GridPoint>, std::string> grid_of(const lessons::Lesson& lesson);

}  // namespace warplens::compare
