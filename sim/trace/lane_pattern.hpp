// A warp's values as a base and a pattern of offsets that has occurred before: the machine knows an
// access's addresses this way without looking at each, and their cost need not be worked out again.
#pragma once

#include <array>
#include <cstdint>

#include "sim/base/warp.hpp"

namespace warplens::trace {

// Lane l's value is base + offsets[l].
struct LanePattern {
  std::array<int32_t, base::kWarpSize> offsets{};  // [0] is 0
  int32_t low = 0, high = 0;                       // the least and the greatest
  // The smallest distance between two lanes' values; 0: some are equal.
  uint32_t least_gap = 0;
  // The distance of neighbours, where it is the same in each four lanes that begin at a multiple of
  // four; else kNone.
  int32_t step_of_four = 0;
  // No two patterns of a process share it, and none has 0.
  uint64_t id = 0;

  static constexpr int32_t kNone = INT32_MIN;
  bool is_uniform() const { return low == 0 && high == 0; }
};

// The addresses of an access: 32 numbers, or a pattern from which they are made when needed.
class LaneAddresses {
 public:
  using Array = std::array<uint64_t, base::kWarpSize>;
  LaneAddresses(const Array* known = nullptr) : known_(known) {}  // NOLINT: as a pointer
  // `room` is written when the numbers are first needed.
  LaneAddresses(const LanePattern& pattern, uint64_t base, Array& room)
      : pattern_(&pattern), base_(base), room_(&room) {}

  const Array& operator*() const {
    if (known_ == nullptr) {
      for (uint32_t lane = 0; lane < base::kWarpSize; ++lane)
        (*room_)[lane] = base_ + static_cast<uint64_t>(int64_t{pattern_->offsets[lane]});
      known_ = room_;
    }
    return *known_;
  }
  // Null: only the numbers are known.
  const LanePattern* pattern() const { return pattern_; }
  uint64_t base() const { return base_; }  // of the pattern
  uint64_t of(uint32_t lane) const {
    return pattern_ == nullptr ? (*known_)[lane]
                               : base_ + static_cast<uint64_t>(int64_t{pattern_->offsets[lane]});
  }

 private:
  mutable const Array* known_ = nullptr;
  const LanePattern* pattern_ = nullptr;
  uint64_t base_ = 0;
  Array* room_ = nullptr;
};

}  // namespace warplens::trace
