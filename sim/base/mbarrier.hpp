// An mbarrier: a word of 8 bytes in shared memory at which threads arrive and wait, phase after
// phase. A phase ends when no arrival is pending and all bytes that it waits for have come; the
// next one begins at once. PTX leaves the word's contents open; these are Warplens's own.
#pragma once

#include <cstdint>

namespace warplens::base {

// A phase has parity 0 if its number, from 0 on, is even.
struct MbarrierState {
  static constexpr uint32_t kMostArrivals = (1u << 20) - 1;
  static constexpr int32_t kMostBytes = (1 << 20) - 1;  // that a phase waits for, or has too many

  uint32_t pending = 0;   // arrivals that the phase lacks
  uint32_t expected = 0;  // arrivals of the next phase
  int32_t bytes = 0;      // that the phase waits for; below 0: so many have come before they were
                          // expected
  uint32_t parity = 0;    // of the phase

  // What a word of shared memory holds: below whether it is the state of an initialised mbarrier,
  // the state itself where it is.
  static bool is_in(uint64_t word) { return (word >> kMarkShift & 3) == kMark; }
  static MbarrierState of(uint64_t word) {
    return {static_cast<uint32_t>(word) & kMostArrivals,
            static_cast<uint32_t>(word >> kExpectedShift) & kMostArrivals,
            static_cast<int32_t>(static_cast<int64_t>(word << 3) >> (3 + kBytesShift)),
            static_cast<uint32_t>(word >> 63)};
  }
  uint64_t word() const {
    const uint64_t tx = static_cast<uint64_t>(int64_t{bytes}) & ((uint64_t{1} << kBytesBits) - 1);
    return pending | uint64_t{expected} << kExpectedShift | tx << kBytesShift |
           kMark << kMarkShift | uint64_t{parity} << 63;
  }
  bool has_ended(uint32_t which_parity) const { return parity != (which_parity & 1); }
  friend bool operator==(const MbarrierState&, const MbarrierState&) = default;

 private:
  static constexpr uint32_t kExpectedShift = 20, kBytesShift = 40, kBytesBits = 21, kMarkShift = 61;
  static constexpr uint64_t kMark = 2;  // of the two bits below the parity
};

}  // namespace warplens::base
