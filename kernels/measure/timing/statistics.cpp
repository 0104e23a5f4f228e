#include "kernels/measure/timing/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace warplens::measure::timing {

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - std::floor(place));
}

Times summarise(std::vector<double> runs_us) {
  Times times;
  if (runs_us.empty()) return times;
  std::sort(runs_us.begin(), runs_us.end());
  times.runs = static_cast<uint32_t>(runs_us.size());
  times.median_us = quantile(runs_us, 0.5);
  const double middle_half = quantile(runs_us, 0.75) - quantile(runs_us, 0.25);
  times.spread = times.median_us > 0 ? middle_half / 2 / times.median_us : 0;
  times.settled = times.runs >= kFewestRuns && times.spread < kSettledSpread;
  times.spread =
      std::round(times.spread * 1e5) / 1e5;  // more digits are meaningless, and fill files
  return times;
}

}  // namespace warplens::measure::timing
