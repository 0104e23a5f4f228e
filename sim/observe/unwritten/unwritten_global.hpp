// Loads of global memory that nothing has written, as findings.
#pragma once

#include <vector>

#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/races/races.hpp"

namespace warplens::observe {

std::vector<Finding> unwritten_findings(const Races& races, const code::Program& program,
                                        const MemoryLayout& layout, const RaceScope& scope);

}  // namespace warplens::observe
