// Which loops have iterations that are phases: those around a block-wide barrier, including one in
// a called function.
#pragma once

#include "sim/base/budget.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {

// Sets Loop::holds_barrier for every loop of the unit's kernels and functions; call it when all
// bodies have been parsed.
void mark_barrier_loops(Unit& unit, base::Budget& budget);

}  // namespace warplens::lang
