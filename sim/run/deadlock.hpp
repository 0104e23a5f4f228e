// A launch in which no thread can go on, as a finding.
#pragma once

#include <vector>

#include "sim/machine/grid/grid.hpp"
#include "sim/observe/finding/finding.hpp"

namespace warplens::run {

// `stuck` is not empty.
observe::Finding deadlock_finding(const machine::GridContext& context,
                                  const std::vector<machine::StuckThreads>& stuck);
// The same where it did not come to that: lanes that progress independently end it.
observe::Finding lockstep_finding(const machine::GridContext& context,
                                  const std::vector<machine::StuckThreads>& stuck);

}  // namespace warplens::run
