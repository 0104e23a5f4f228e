// What is reported of mbarriers (sim/base/mbarrier.hpp): their states, and mistakes.
#pragma once

#include <array>
#include <cstdint>

#include "sim/base/mbarrier.hpp"
#include "sim/base/warp.hpp"

namespace warplens::trace {

using base::MbarrierState;

// What lanes of a warp have done with mbarriers, one lane after the other, in ascending order, or
// what copies that they began have done since.
struct MbarrierStep {
  // kPend: the phase waits for one arrival more. kExpect: for more bytes; kComplete: bytes have
  // come. kTest: whether a phase has ended; kWait: the same, behind a wait for it.
  enum class Kind : uint8_t {
    kInit,
    kInvalidate,
    kArrive,
    kDrop,
    kPend,
    kExpect,
    kComplete,
    kTest,
    kWait
  };
  static constexpr uint32_t kNoCopy = 0xffffffff;
  Kind kind = Kind::kInit;
  uint32_t copy = kNoCopy;  // of kComplete: by which copy, by its number in the block
  uint32_t number = 0;      // of kComplete by a copy: its bytes
  uint32_t warp = 0;        // of its block
  uint32_t pc = 0;          // index into code::Program::instrs
  uint32_t mask = 0;        // the lanes, never 0
  uint32_t ended = 0;       // of them: a phase ended by what they did; kTest, kWait: it had ended
  const std::array<uint64_t, base::kWarpSize>* addresses = nullptr;  // offsets in the block's
  const std::array<uint64_t, base::kWarpSize>* words = nullptr;      // after each lane's turn
};

// Lanes whose operation on an mbarrier is wrong.
struct MbarrierFault {
  // kOutside: in no shared array; kMisaligned: at no multiple of 8; kNone: no initialised mbarrier
  // is there; kCount: an mbarrier of 0 or of more than kMostArrivals arrivals; kArrivals: more than
  // are pending; kBytes: the phase would wait for more than kMostBytes; kAgain: it has been
  // initialised, and not been invalidated since.
  enum class Kind : uint8_t { kOutside, kMisaligned, kNone, kCount, kArrivals, kBytes, kAgain };
  Kind kind = Kind::kOutside;
  uint32_t warp = 0;     // of its block
  uint32_t pc = 0;       // index into code::Program::instrs
  uint32_t mask = 0;     // the lanes, never 0
  uint64_t address = 0;  // of the first one: an offset in the block's shared memory
  uint64_t number = 0;   // of the first one: the arrivals or bytes that are too many
};

}  // namespace warplens::trace
