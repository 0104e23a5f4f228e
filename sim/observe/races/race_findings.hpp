// Races as findings, with sentences: one for each cause, or lost update.
#pragma once

#include <vector>

#include "sim/code/program.hpp"
#include "sim/observe/finding/detail.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/races/conflicts.hpp"
#include "sim/observe/races/race_causes.hpp"

namespace warplens::observe {

// `grid`, `block`: extents; `in_lockstep` as in ConflictKey::is_ordered().
std::vector<Finding> race_findings(const Conflicts& conflicts, const code::Program& program,
                                   const MemoryLayout& layout, trace::BlockId grid,
                                   trace::BlockId block, bool in_lockstep);

// What a race's sentence says: who accesses what, in which order, and what would order them.

// Of the cause's first race.
RaceDetail detail_of(const RaceCause& cause, const code::Program& program,
                     const MemoryLayout& layout);
// Of threads that change a place and lose what others did.
RaceDetail detail_of_update(const Race& race, const code::Program& program,
                            const MemoryLayout& layout);

}  // namespace warplens::observe
