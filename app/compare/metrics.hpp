// What Nsight Compute calls the counters that whole kernels are compared by.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/measure/format/measurement.hpp"

namespace warplens::compare {

// That together count this part of an operation's counts: of atomics those with a result and those
// without. Empty where none does. Without those of matrices alone.
std::vector<const char*> metrics_of(measure::Space space, measure::Operation operation,
                                    std::optional<uint64_t> measure::Counts::*part);

}  // namespace warplens::compare
