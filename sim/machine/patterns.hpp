// The patterns that the registers of a block's warps have had: each kept once, with what adding and
// scaling makes of them. Patterns stay until the object is gone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/trace/lane_pattern.hpp"

namespace warplens::machine {

using trace::LanePattern;

// A register as a pattern: what its lanes are, and whether they have been written.
struct HeldRegister {
  uint32_t pattern = 0;  // index into Patterns; kNoPattern: the lanes are all that is known
  bool is_in_lanes = true;
  uint64_t base = 0;  // of 32-bit registers the upper half is 0
};
inline constexpr uint32_t kNoPattern = 0;
inline constexpr uint32_t kUniform = 1;  // all lanes have one value

class Patterns {
 public:
  using Offsets = std::array<int32_t, 32>;
  // More than so many are not kept: the registers are then executed lane by lane.
  static constexpr size_t kMost = 4096;

  // `instructions` is the program's size: what an instruction made last is remembered beside it.
  explicit Patterns(size_t instructions);

  const LanePattern& operator[](uint32_t pattern) const { return known_[pattern]; }
  // offsets[0] is 0. kNoPattern: no room.
  uint32_t find(const Offsets& offsets);
  // 32 numbers that are always the same for a `key`: `values` makes them the first time.
  template <class Values>
  HeldRegister remembered(size_t key, Values values) {
    if (key >= remembered_.size()) remembered_.resize(key + 1);
    if (remembered_[key].pattern == kNoPattern) remembered_[key] = held(values());
    return remembered_[key];
  }

  // The pattern of a + factor * b, by the instruction at `pc`. Registers of 32 bits wrap. With
  // `is_wide` the sum is one of 64 bits: kNoPattern where an offset would not fit. Also where a or
  // b has none, and where it does not pay to look: an instruction that makes another pattern each
  // time.
  uint32_t sum(uint32_t pc, uint32_t a, uint32_t b, int64_t factor, bool is_wide) {
    if (b == kUniform) return a;
    if (a == kUniform && factor == 1) return b;
    if (a == kNoPattern || b == kNoPattern) return kNoPattern;
    Sum& sum = sums_[pc];
    if (sum.a == a && sum.b == b && sum.factor == factor) {
      sum.hits += 1;
      return sum.result;
    }
    return search(sum, a, b, factor, is_wide);
  }

 private:
  struct Sum {
    uint32_t a = kNoPattern, b = kNoPattern, result = kNoPattern;
    uint32_t misses = 0;
    uint64_t hits = 0;
    int64_t factor = 0;
  };
  HeldRegister held(const std::array<uint32_t, 32>& values);
  uint32_t search(Sum& sum, uint32_t a, uint32_t b, int64_t factor, bool is_wide);

  std::vector<Sum> sums_;                           // by pc
  std::vector<HeldRegister> remembered_;            // by key
  std::vector<LanePattern> known_;                  // never moved
  std::unordered_map<uint64_t, uint32_t> indices_;  // by hash, the next number if one is taken
};

}  // namespace warplens::machine
