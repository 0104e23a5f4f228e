// Two lanes of a recorded access that show whoever counts what it takes that a number is wrong: two
// that can't be served together where it is too small, two that can where it is too large.
#pragma once

#include <cstdint>
#include <optional>

#include "app/study/access_facts.hpp"
#include "sim/base/text.hpp"
#include "sim/run/run.hpp"

namespace warplens::study {

// What is counted, and of which memory: of accesses to any other there are no lanes that show it.
enum class Counted : uint8_t {
  kWavefronts,  // of shared memory
  kSectors,     // of global memory
  kLines,       // likewise
};

struct TwoLanes {
  uint32_t first = 0, second = 0;  // first < second, both active
  Text why;                        // one sentence that names them
  uint32_t mask() const { return 1u << first | 1u << second; }
};

// Nothing where no two lanes are so.
struct CountingLanes {
  std::optional<TwoLanes> apart;     // each takes one of its own
  std::optional<TwoLanes> together;  // one is for both
};

// `run` is the access's. Lanes outside their array are left out.
CountingLanes counting_lanes(const run::Run& run, const AccessFacts& facts, Counted counted);

}  // namespace warplens::study
