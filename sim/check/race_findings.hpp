// Races as findings: one for each pair of places in the text, with sentences.
#pragma once

#include <vector>

#include "sim/analysis/memory_layout.hpp"
#include "sim/analysis/totals.hpp"
#include "sim/check/conflicts.hpp"
#include "sim/code/program.hpp"

namespace warplens::check {

// `grid`, `block`: extents. `in_lockstep`: the lanes of a warp run in step (before compute
// capability 7.0), so that its instructions are ordered.
std::vector<analysis::Finding> race_findings(const Conflicts& conflicts,
                                             const code::Program& program,
                                             const analysis::MemoryLayout& layout,
                                             trace::BlockId grid, trace::BlockId block,
                                             bool in_lockstep);

}  // namespace warplens::check
