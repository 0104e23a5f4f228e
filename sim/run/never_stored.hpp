// Loads of arrays that nothing in a launch can store to: they race with nothing, so that the check
// for races need not look at them.
#pragma once

#include <vector>

#include "sim/machine/context.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/races/race_scope.hpp"

namespace warplens::run {

// By access site. Not those of arrays that hold nothing until they are written (`unwritten`), and
// none where a store may go through a pointer that was loaded. An index that leads from one array
// into another, tens of gigabytes away, is not counted on.
std::vector<bool> loads_of_never_stored(const machine::GridContext& context,
                                        const observe::MemoryLayout& layout,
                                        const std::vector<observe::RaceScope::Range>& unwritten);

}  // namespace warplens::run
