// Which atomics have a result that no instruction reads: `atomicAdd(&sum, x);`. Such an atomic may
// be executed later than the text has it, as long as the order among those of one place is kept.
#pragma once

#include <vector>

#include "sim/code/program.hpp"

namespace warplens::code {

// By site. False where it is not certain, for compare-and-swaps, whose results hardly anybody
// drops, and for sites that are no atomics.
std::vector<bool> unused_results(const Program& program);

}  // namespace warplens::code
