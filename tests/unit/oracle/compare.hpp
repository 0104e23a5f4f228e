// The warp machine against the naive lane-at-a-time one (lane_machine.hpp): the same bytecode,
// launch and memory must give the same arrays and the same accesses, each with its lanes and
// addresses.
#pragma once

#include <cstdint>
#include <string>

#include "sim/run/run.hpp"

namespace warplens::oracle {

enum class Verdict { kSame, kDifferent, kTooLong };

// Executes the run's launch again, at most 2 x 2 blocks of it. At most `step_limit` warp
// instructions of the real machine: a lane's step costs much more. `why` is set where they differ.
Verdict compare(const run::Run& run, uint64_t step_limit, std::string& why);

}  // namespace warplens::oracle
