// Races as findings, with sentences: one for each cause, or lost update.
#pragma once

#include <vector>

#include "sim/code/program.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/races/conflicts.hpp"

namespace warplens::observe {

// `grid`, `block`: extents; `in_lockstep` as in ConflictKey::is_ordered().
std::vector<Finding> race_findings(const Conflicts& conflicts, const code::Program& program,
                                   const MemoryLayout& layout, trace::BlockId grid,
                                   trace::BlockId block, bool in_lockstep);

}  // namespace warplens::observe
