// Which loops have iterations that are phases: those around a barrier of the block, one in a called
// function too.
#pragma once

#include "sim/base/budget.hpp"
#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

// Sets Loop::holds_barrier of every loop of the unit's kernels and functions, once all bodies are
// read.
void mark_barrier_loops(Unit& unit, base::Budget& budget);

}  // namespace warplens::lang
