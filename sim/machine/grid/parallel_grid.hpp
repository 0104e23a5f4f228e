// Runs a grid's blocks side by side on several threads, and commits them in order, so that whatever
// comes out is what running them in order gives. See "Blocks side by side" in README.md.
#pragma once

#include <memory>

#include "sim/machine/grid/grid.hpp"

namespace warplens::machine {

// As begin_grid(), with GridOptions::threads and an observer; in order if that has none for chunks.
std::unique_ptr<GridRun> begin_side_by_side(std::shared_ptr<const GridContext> context,
                                            GlobalMemory& memory, trace::Observer* observer,
                                            const GridOptions& options);

}  // namespace warplens::machine
