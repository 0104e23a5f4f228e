#include "sim/host/exploration.hpp"

#include <algorithm>
#include <utility>

namespace warplens::host {
bool Exploration::decide(uint32_t jump, bool is_taken, const LaunchReach& reach) {
  if (const auto turn = left_.find(jump); turn != left_.end()) {
    is_taken = turn->second;
    left_.erase(turn);
  }
  const LaunchReach::Launches missed = reach.missed(jump, is_taken);
  if (missed == 0 || turns_.contains(jump)) return is_taken;
  const bool is_new = std::none_of(away_.begin(), away_.end(),
                                   [&](const Away& known) { return known.jump == jump; });
  if (is_new) away_.push_back({jump, is_taken, missed});
  return is_taken;
}

void Exploration::note_sizes(uint32_t first, uint32_t end) {
  for (uint32_t array = first; array < end; ++array) unknown_sizes_.insert(array);
}

std::vector<Exploration::Turns> Exploration::other_ways() const {
  LaunchReach::Launches reached = 0;
  for (const SeenLaunch& seen : launches_) reached |= LaunchReach::bit_of(seen.site);
  std::vector<Turns> ways;
  for (const Away& away : away_) {
    if ((away.missed & ~reached) == 0) continue;
    ways.push_back(turns_);
    ways.back()[away.jump] = !away.is_taken;
  }
  return ways;
}

}  // namespace warplens::host
