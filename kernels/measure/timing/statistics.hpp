// The statistics of many runs of one launch. Plain arithmetic, no CUDA.
#pragma once

#include <vector>

#include "kernels/measure/format/measurement.hpp"

namespace warplens::measure::timing {

inline constexpr double kSettledSpread = 0.02;
inline constexpr uint32_t kFewestRuns = 10;  // for a meaningful spread
inline constexpr uint32_t kMostRuns = 1000;

// The value below which that share of the sorted values is, interpolated between two of them.
// `sorted` is not empty.
double quantile(const std::vector<double>& sorted, double share);

// `runs_us` in any order; none gives zeros. `settled` needs kFewestRuns.
Times summarise(std::vector<double> runs_us);

}  // namespace warplens::measure::timing
