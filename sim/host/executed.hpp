// Grids executed in slices, whose steps are work as LaunchPrice counts it.
#pragma once

#include <memory>

#include "sim/base/sliced.hpp"
#include "sim/machine/grid/grid.hpp"

namespace warplens::host {

base::Sliced<machine::GridEnd> executed(machine::GridRun& run);
// As machine::run_grid().
base::Sliced<machine::GridEnd> executed(std::shared_ptr<const machine::GridContext> context,
                                        machine::GlobalMemory& memory, trace::Observer* observer,
                                        const machine::GridOptions& options);

}  // namespace warplens::host
