#include "sim/check/conflicts.hpp"

namespace warplens::check {

void Conflicts::add(const ConflictKey& key, const Conflict& found) {
  additions_ += 1;
  const auto at = all_.find(key);
  if (at == all_.end()) {
    if (all_.size() < kMost)
      all_.emplace(key, found);
    else
      is_full_ = true;
    return;
  }
  Conflict& known = at->second;
  // An access meets several others, and in several places.
  const Party& now = found.later;
  const bool is_counted = known.latest.block == now.block && known.latest.step == now.step &&
                          known.latest.lanes == now.lanes;
  if (!is_counted) known.count += found.count;
  known.latest = found.latest;
  known.is_same_value = known.is_same_value && found.is_same_value;
  known.lacks_acquire = known.lacks_acquire && found.lacks_acquire;
  known.lacks_fences = known.lacks_fences && found.lacks_fences;
  if (known.is_lost_update || !found.is_lost_update) return;
  known.is_lost_update = true;
  known.earlier.load = found.earlier.load;
  known.later.load = found.later.load;
}

void Conflicts::merge(const Conflicts& later) {
  for (const auto& [key, conflict] : later.all_) add(key, conflict);
}

}  // namespace warplens::check
