// The findings of a run against the races that vector clocks find in the same execution.
#pragma once

#include <string>
#include <vector>

#include "sim/observe/finding/finding.hpp"
#include "sim/run/run.hpp"
#include "vector_clocks.hpp"

namespace warplens::race_oracle {

// Executes the launch again; `in_lockstep`: the order of the lanes of a warp.
Races races_of(const run::Run& run, bool in_lockstep);

// What is wrong with the findings, a sentence each; those that are no races are passed over.
//
// A finding must be among the races. Sim/check remembers of each byte the last store, two
// readers and two atomics (its README): races with the last store must all be found, of an access's
// races with loads one, of those with atomics one, and severities must be those of the pairs it
// looks at.
std::vector<std::string> differences(const std::vector<observe::Finding>& findings,
                                     const Races& races);

}  // namespace warplens::race_oracle
