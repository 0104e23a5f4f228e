// Whether an exercise that was read can be judged: its sizes, and its launch at each of them.
#pragma once

#include <vector>

#include "app/course/exercise.hpp"
#include "app/lessons/field_reader.hpp"

namespace warplens::course {

// Whether all sizes that a cheat would overlook are there.
void check_sizes(lessons::FieldReader& reader, const std::vector<Size>& sizes);

// The launch at each size: that it can be made, and that it has the arrays; of a program that it
// has definitions alone.
void check_launches(lessons::FieldReader& reader, const Exercise& exercise);

}  // namespace warplens::course
