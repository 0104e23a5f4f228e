// Patterns are found by a hash of their offsets; what describes one is worked out when it is first
// seen.
#include "sim/machine/patterns.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

namespace warplens::machine {

namespace {

uint64_t new_id() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

uint64_t hash_of(const Patterns::Offsets& offsets) {
  uint64_t hash = 0x9e3779b97f4a7c15;
  for (const int32_t offset : offsets) {
    hash = (hash ^ static_cast<uint32_t>(offset)) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  return hash;
}

uint32_t least_gap_of(Patterns::Offsets sorted) {
  std::sort(sorted.begin(), sorted.end());
  uint32_t least = std::numeric_limits<uint32_t>::max();
  for (size_t i = 1; i < sorted.size(); ++i) {
    least =
        std::min(least, static_cast<uint32_t>(sorted[i]) - static_cast<uint32_t>(sorted[i - 1]));
  }
  return least;
}

int32_t step_of_four(const Patterns::Offsets& offsets) {
  const int64_t step = int64_t{offsets[1]} - offsets[0];
  for (size_t lane = 0; lane < offsets.size(); ++lane) {
    if (lane % 4 != 0 && int64_t{offsets[lane]} - offsets[lane - 1] != step)
      return LanePattern::kNone;
  }
  return static_cast<int32_t>(step);
}

}  // namespace

Patterns::Patterns(size_t instructions) : sums_(instructions) {
  known_.reserve(kMost);
  known_.emplace_back();  // kNoPattern
  find({});               // kUniform
}

uint32_t Patterns::find(const Offsets& offsets) {
  uint64_t hash = hash_of(offsets);
  auto at = indices_.find(hash);
  for (; at != indices_.end() && known_[at->second].offsets != offsets;) at = indices_.find(++hash);
  if (at != indices_.end()) return at->second;
  if (known_.size() == kMost) return kNoPattern;
  LanePattern& made = known_.emplace_back();
  made.offsets = offsets;
  made.low = *std::min_element(offsets.begin(), offsets.end());
  made.high = *std::max_element(offsets.begin(), offsets.end());
  made.least_gap = least_gap_of(offsets);
  made.step_of_four = step_of_four(offsets);
  made.id = new_id();
  const auto index = static_cast<uint32_t>(known_.size()) - 1;
  indices_.emplace(hash, index);
  return index;
}

HeldRegister Patterns::held(const std::array<uint32_t, 32>& values) {
  Offsets offsets;
  for (size_t lane = 0; lane < offsets.size(); ++lane)
    offsets[lane] = static_cast<int32_t>(values[lane] - values[0]);
  return {find(offsets), false, values[0]};
}

uint32_t Patterns::search(Sum& sum, uint32_t a, uint32_t b, int64_t factor, bool is_wide) {
  // Each search takes as long as a few dozen executions lane by lane.
  constexpr uint64_t kTries = 64, kHitsAMiss = 4;
  if (sum.misses > kTries && sum.hits < kHitsAMiss * sum.misses) return kNoPattern;
  sum = {a, b, kNoPattern, sum.misses + 1, sum.hits, factor};
  Offsets offsets;
  for (size_t lane = 0; lane < offsets.size(); ++lane) {
    const int32_t from_a = known_[a].offsets[lane], from_b = known_[b].offsets[lane];
    if (is_wide) {
      // |factor| < 2^32 and offsets of 32 bits: the sum fits in 64.
      const int64_t exact = from_a + factor * from_b;
      offsets[lane] = static_cast<int32_t>(exact);
      if (offsets[lane] != exact) return kNoPattern;
    } else {
      offsets[lane] =
          static_cast<int32_t>(static_cast<uint32_t>(from_a) +
                               static_cast<uint32_t>(factor) * static_cast<uint32_t>(from_b));
    }
  }
  sum.result = find(offsets);
  return sum.result;
}

}  // namespace warplens::machine
