#include "sim/observe/races/event_log.hpp"

#include <algorithm>
#include <bit>

namespace warplens::observe {

void EventLog::clear() {
  is_full_ = false;
  step_ = 0;
  events_.clear();
  blocks_.clear();
  accesses_.clear();
  addresses_.clear();
  values_.clear();
  patterns_.clear();
  mbarriers_.clear();
  words_.clear();
}

uint64_t EventLog::bytes() const {
  return events_.size() * sizeof(Event) + accesses_.size() * sizeof(Access) +
         addresses_.size() * sizeof(Numbers) + values_.size() * sizeof(uint32_t) +
         patterns_.size() * sizeof(trace::LanePattern) + mbarriers_.size() * sizeof(Mbarrier) +
         words_.size() * sizeof(uint32_t);
}

void EventLog::mbarrier(const trace::MbarrierStep& step) {
  is_full_ =
      is_full_ || !share_.make_room(mbarriers_) || !share_.make_room(words_, trace::kWarpSize);
  if (is_full_) return;
  const auto begin = static_cast<uint32_t>(words_.size());
  for (uint32_t left = step.mask; left != 0; left &= left - 1) {
    words_.push_back(
        static_cast<uint32_t>((*step.addresses)[static_cast<uint32_t>(std::countr_zero(left))]));
  }
  const bool is_one = std::all_of(words_.begin() + begin, words_.end(),
                                  [&](uint32_t word) { return word == words_[begin]; });
  if (is_one) words_.resize(begin + 1);
  add({Kind::kMbarrier, step.warp, step.mask, static_cast<uint32_t>(mbarriers_.size())});
  mbarriers_.push_back({step.kind, step.ended, step.copy, begin, is_one});
}

// What the checks look at.
trace::MbarrierStep EventLog::step_of(const Event& event, Numbers& addresses) const {
  const Mbarrier& kept = mbarriers_[event.number];
  uint32_t next = kept.addresses;
  for (uint32_t left = event.mask; left != 0; left &= left - 1) {
    addresses[static_cast<uint32_t>(std::countr_zero(left))] = words_[next];
    if (!kept.is_one) ++next;
  }
  trace::MbarrierStep step;
  step.kind = kept.kind;
  step.copy = kept.copy;
  step.warp = event.warp;
  step.mask = event.mask;
  step.ended = kept.ended;
  step.addresses = &addresses;
  return step;
}

// Whatever it takes.
bool EventLog::has_room_for_access() {
  return share_.make_room(accesses_) && share_.make_room(addresses_) &&
         share_.make_room(patterns_) && share_.make_room(values_, 4 * trace::kWarpSize);
}

void EventLog::block_begins(trace::BlockId block) {
  step_ = 0;
  add({Kind::kBlock, 0, 0, static_cast<uint32_t>(blocks_.size())});
  blocks_.push_back(block);
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

void EventLog::keep_values(const trace::WarpAccess& access, Access& kept) {
  if (access.values == nullptr) return;
  const uint32_t words = (access.bytes + 3u) / 4;
  const auto word = [&](uint32_t lane, uint32_t number) {
    const uint64_t half = number < 2 || access.high_values == nullptr ? (*access.values)[lane]
                                                                      : (*access.high_values)[lane];
    return static_cast<uint32_t>(half >> (number % 2 * 32));
  };
  kept.values = static_cast<uint32_t>(values_.size());
  for (uint32_t number = 0; number < words; ++number) {
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane)
      values_.push_back((access.mask >> lane & 1) != 0 ? word(lane, number) : 0);
  }
  const auto begin = values_.begin() + kept.values;
  if (access.mask != ~0u || words != 1) return;
  kept.are_values_equal =
      std::all_of(begin, values_.end(), [&](uint32_t v) { return v == *begin; });
  if (kept.are_values_equal) values_.resize(kept.values + 1);
}

void EventLog::read_values(const Access& kept, Numbers& low, Numbers& high) const {
  const uint32_t* from = &values_[kept.values];
  const uint32_t words = (kept.bytes + 3u) / 4;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    const auto word = [&](uint32_t number) -> uint64_t {
      if (number >= words) return 0;
      return kept.are_values_equal ? *from : from[number * trace::kWarpSize + lane];
    };
    low[lane] = word(0) | word(1) << 32;
    high[lane] = word(2) | word(3) << 32;
  }
}

void EventLog::keep(const trace::WarpAccess& access) {
  if (access.space == trace::Space::kConstant) return;
  if (access.space == trace::Space::kShared && !keeps_shared_) return;
  if (scope_.is_passed_over(access)) return;
  is_full_ = is_full_ || !has_room_for_access();
  if (is_full_) return;
  Access kept;
  kept.step = step_;
  kept.site = access.site;
  kept.out_of_bounds = access.out_of_bounds;
  kept.bytes = access.bytes;
  kept.space = access.space;
  kept.operation = access.operation;
  if (access.addresses.pattern() != nullptr) {
    kept.pattern = keep(*access.addresses.pattern());
    kept.base = access.addresses.base();
  } else {
    kept.addresses = static_cast<uint32_t>(addresses_.size());
    addresses_.push_back(*access.addresses);
  }
  if (access.operation == trace::Operation::kStore) keep_values(access, kept);
  add({Kind::kAccess, access.warp, access.mask, static_cast<uint32_t>(accesses_.size())});
  accesses_.push_back(kept);
}

}  // namespace warplens::observe
