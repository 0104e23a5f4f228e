#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/measure/format/job.hpp"

namespace warplens::measure {
namespace {

bool hides_lanes(const Counts& counts) {
  return counts.requests.value_or(0) > 0 && !counts.lanes;
}

}  // namespace

void add(std::optional<uint64_t>& to, const std::optional<uint64_t>& from) {
  if (from) to = to.value_or(0) + *from;
}

void add(Counts& to, const Counts& from) {
  const bool is_hidden = hides_lanes(to) || hides_lanes(from);
  add(to.requests, from.requests);
  add(to.wavefronts, from.wavefronts);
  add(to.sectors, from.sectors);
  add(to.lines, from.lines);
  add(to.lanes, from.lanes);
  if (is_hidden) to.lanes = std::nullopt;
}

const BuildResult* find_build(const Measurement* measurement, Build build) {
  if (measurement == nullptr) return nullptr;
  const auto found = std::find_if(measurement->builds.begin(), measurement->builds.end(),
                                  [&](const BuildResult& one) { return one.build == build; });
  return found == measurement->builds.end() ? nullptr : &*found;
}

std::optional<Times> time_of(const BuildResult* build, size_t launch) {
  if (build == nullptr || launch >= build->launches.size()) return std::nullopt;
  return build->launches[launch].times;
}

uint32_t whole_wavefronts(const AccessResult& result) {
  constexpr double kMost = std::numeric_limits<uint32_t>::max();
  return static_cast<uint32_t>(std::clamp(std::round(result.wavefronts), 0.0, kMost));
}

}  // namespace warplens::measure
