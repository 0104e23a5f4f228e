// What a race's sentence says: who accesses what, in which order, and what would order them.
#pragma once

#include "sim/observe/finding/detail.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/races/race_causes.hpp"

namespace warplens::observe {

// Of the cause's first race.
RaceDetail detail_of(const RaceCause& cause, const code::Program& program,
                     const MemoryLayout& layout);
// Of threads that change a place and lose what others did.
RaceDetail detail_of_update(const Race& race, const code::Program& program,
                            const MemoryLayout& layout);

}  // namespace warplens::observe
