// What simulating an access costs, in weighted steps: a simple warp instruction is one, which takes
// about 5 ns. It is worked out from the access alone, so that a limit of work cuts a run at the
// same place on every machine and with any number of threads.
#pragma once

#include <cstdint>

#include "sim/trace/event.hpp"

namespace warplens::observe {

// A round of a CAS loop in shared memory, and grouping the lanes of such an atomic.
inline constexpr uint64_t kWorkOfRound = 50;

// `are_races_looked_for`: that takes most of it.
uint32_t access_work(const trace::WarpAccess& access, bool are_races_looked_for);

}  // namespace warplens::observe
