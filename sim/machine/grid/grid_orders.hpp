// Orders in which the blocks of a grid run other than one after another: side by side on several
// threads, and in turns.
#pragma once

#include <memory>

#include "sim/machine/grid/grid.hpp"

namespace warplens::machine {

// Runs a grid's blocks side by side on several threads, and commits them in order, so that
// whatever comes out is what running them in order gives. See "Blocks side by side" in README.md.
// As begin_grid(), with GridOptions::threads and an observer; in order if that has none for
// chunks.
std::unique_ptr<GridRun> begin_side_by_side(std::shared_ptr<const GridContext> context,
                                            GlobalMemory& memory, trace::Observer* observer,
                                            const GridOptions& options);

// Blocks that take turns: which warp, or lane, goes next is the schedule's choice.
// GridOptions::scheduling is given. At each access the next fiber is chosen. A fiber that repeats
// an unchanged state waits until memory changes; if all wait, that is a deadlock.
std::unique_ptr<GridRun> begin_scheduled(std::shared_ptr<const GridContext> context,
                                         GlobalMemory& memory, trace::Observer* observer,
                                         const GridOptions& options);

}  // namespace warplens::machine
