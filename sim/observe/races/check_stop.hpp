// Where a check stopped looking, because of a limit.
#pragma once

#include <cstdint>
#include <string>

#include "sim/trace/event.hpp"

namespace warplens::observe {

// From where on races were not looked for, or not everywhere.
struct CheckStop {
  enum class Memory : uint8_t { kGlobal, kShared, kBoth };  // whose races
  enum class Reason : uint8_t {
    kPlaces,    // places that nobody had accessed before are not watched
    kAccesses,  // too many accesses have to be remembered
    kFences,    // ... orders by fences and flags
    kPairs,     // ... pairs of places that race; of known pairs more are counted
    kWork       // it took too long
  };
  Reason reason = Reason::kPlaces;
  Memory memory = Memory::kGlobal;
  trace::BlockId block;
  uint32_t step = 0;  // index of the access in the block, as in trace::Recording
};

std::string stop_words(const CheckStop& stop);  // a sentence without a full stop

}  // namespace warplens::observe
