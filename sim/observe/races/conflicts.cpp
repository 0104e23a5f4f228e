#include "sim/observe/races/conflicts.hpp"

namespace warplens::observe {

namespace {

Conflict conflict_of(const ConflictPair& pair) {
  Conflict conflict;
  conflict.count = 1;
  conflict.is_lost_update = pair.is_lost_update;
  conflict.is_same_value = pair.is_same_value;
  conflict.lacks_acquire = pair.lacks_acquire;
  conflict.lacks_fences = pair.lacks_fences;
  conflict.address = pair.address;
  conflict.earlier = pair.earlier;
  conflict.earlier.lanes = pair.earlier_lanes;
  conflict.later = pair.later;
  conflict.later.lanes = pair.later_lanes;
  conflict.latest_block = pair.later.block;
  conflict.latest_step = pair.later.step;
  conflict.latest_lanes = pair.later_lanes;
  return conflict;
}

void be_lost_update(Conflict& conflict, uint32_t earlier_load, uint32_t later_load) {
  if (conflict.is_lost_update) return;
  conflict.is_lost_update = true;
  conflict.earlier.load = earlier_load;
  conflict.later.load = later_load;
}

}  // namespace

void Conflicts::add(const ConflictKey& key, const ConflictPair& pair) {
  additions_ += 1;
  const auto at = all_.find(key);
  if (at == all_.end()) {
    if (all_.size() < kMost)
      all_.emplace(key, conflict_of(pair));
    else if (!first_left_out_)
      first_left_out_ = pair.later;
    return;
  }
  Conflict& known = at->second;
  const bool is_counted = known.latest_block == pair.later.block &&
                          known.latest_step == pair.later.step &&
                          known.latest_lanes == pair.later_lanes;
  if (!is_counted) known.count += 1;
  known.latest_block = pair.later.block;
  known.latest_step = pair.later.step;
  known.latest_lanes = pair.later_lanes;
  known.is_same_value = known.is_same_value && pair.is_same_value;
  known.lacks_acquire = known.lacks_acquire && pair.lacks_acquire;
  known.lacks_fences = known.lacks_fences && pair.lacks_fences;
  if (pair.is_lost_update) be_lost_update(known, pair.earlier.load, pair.later.load);
}

void Conflicts::merge(const Conflicts& later) {
  additions_ += later.additions_;
  if (!first_left_out_) first_left_out_ = later.first_left_out_;
  for (const auto& [key, found] : later.all_) {
    const auto [at, is_new] = all_.try_emplace(key, found);
    if (is_new) continue;
    Conflict& known = at->second;
    known.count += found.count;
    known.latest_block = found.latest_block;
    known.latest_step = found.latest_step;
    known.latest_lanes = found.latest_lanes;
    known.is_same_value = known.is_same_value && found.is_same_value;
    known.lacks_acquire = known.lacks_acquire && found.lacks_acquire;
    known.lacks_fences = known.lacks_fences && found.lacks_fences;
    if (found.is_lost_update) be_lost_update(known, found.earlier.load, found.later.load);
  }
}

}  // namespace warplens::observe
