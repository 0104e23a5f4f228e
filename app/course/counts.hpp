// What a run takes of what an exercise's goals count.
#pragma once

#include <optional>
#include <vector>

#include "app/course/exercise.hpp"
#include "sim/run/run.hpp"

namespace warplens::course {

// One a goal; nothing: the run has no such count.
std::vector<std::optional<double>> counts_of(const Exercise& exercise, const run::Run& run);

bool is_met(Relation relation, double value, double bound);

}  // namespace warplens::course
