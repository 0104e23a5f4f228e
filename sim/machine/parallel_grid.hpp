// Runs a grid's blocks side by side on several threads, and commits them in order, so that whatever
// comes out is what running them in order gives. See "Blocks side by side" in README.md.
#pragma once

#include <memory>
#include <vector>

#include "sim/machine/grid.hpp"

namespace warplens::machine {

// As run_grid(), with GridOptions::threads and make_chunk_observer.
GridEnd run_side_by_side(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
                         const std::vector<trace::Observer*>& observers,
                         const GridOptions& options);

}  // namespace warplens::machine
