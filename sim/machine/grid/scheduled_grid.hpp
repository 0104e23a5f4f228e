// Blocks that take turns: which warp, or lane, goes next is the schedule's choice.
#pragma once

#include <memory>

#include "sim/machine/grid/grid.hpp"

namespace warplens::machine {

// GridOptions::scheduling is given. At each access the next fiber is chosen. A fiber that repeats
// an unchanged state waits until memory changes; if all wait, that is a deadlock.
std::unique_ptr<GridRun> begin_scheduled(std::shared_ptr<const GridContext> context,
                                         GlobalMemory& memory, trace::Observer* observer,
                                         const GridOptions& options);

}  // namespace warplens::machine
