// What many runs of one launch say about its time. Plain arithmetic, no CUDA.
#pragma once

#include <vector>

#include "kernels/measure/record/measurement.hpp"

namespace warplens::measure::timing {

inline constexpr double kSettledSpread = 0.02;
inline constexpr uint32_t kFewestRuns = 10;  // of which a spread says anything
inline constexpr uint32_t kMostRuns = 1000;

// The value that a share of the sorted values lies below, between two of them in proportion.
// `sorted` is not empty.
double quantile(const std::vector<double>& sorted, double share);

// `runs_us` in any order; none gives zeros. `settled` needs kFewestRuns.
Times summarise(std::vector<double> runs_us);

}  // namespace warplens::measure::timing
