#include "sim/check/event_log.hpp"

namespace warplens::check {

void EventLog::clear() {
  step_ = 0;
  events_.clear();
  blocks_.clear();
  accesses_.clear();
  numbers_.clear();
  patterns_.clear();
}

void EventLog::block_begins(trace::BlockId block) {
  step_ = 0;
  add({Kind::kBlock, 0, 0, static_cast<uint32_t>(blocks_.size())});
  blocks_.push_back(block);
}

uint32_t EventLog::keep(const std::array<uint64_t, trace::kWarpSize>* numbers) {
  if (numbers == nullptr) return kNone;
  numbers_.push_back(*numbers);
  return static_cast<uint32_t>(numbers_.size() - 1);
}

// The latest few are looked at: accesses of one place in the text follow each other closely.
uint32_t EventLog::keep(const trace::LanePattern& pattern) {
  constexpr size_t kLookedAt = 16;
  for (size_t back = 1; back <= kLookedAt && back <= patterns_.size(); ++back) {
    if (patterns_[patterns_.size() - back].id == pattern.id)
      return static_cast<uint32_t>(patterns_.size() - back);
  }
  patterns_.push_back(pattern);
  return static_cast<uint32_t>(patterns_.size() - 1);
}

void EventLog::access(const trace::WarpAccess& access) {
  const uint32_t step = step_++;
  if (access.space == trace::Space::kConstant) return;
  if (access.space == trace::Space::kShared && !keeps_shared_) return;
  Access kept;
  kept.step = step;
  kept.access = access;
  kept.access.addresses = nullptr;
  kept.access.values = kept.access.high_values = kept.access.results = nullptr;
  kept.access.origins = nullptr;
  if (access.addresses.pattern() != nullptr) {
    kept.pattern = keep(*access.addresses.pattern());
    kept.base = access.addresses.base();
  } else {
    kept.addresses = keep(&*access.addresses);
  }
  if (access.operation == trace::Operation::kStore) {
    kept.values = keep(access.values);
    kept.high_values = keep(access.high_values);
  }
  add({Kind::kAccess, access.warp, access.mask, static_cast<uint32_t>(accesses_.size())});
  accesses_.push_back(kept);
}

}  // namespace warplens::check
