// Counts of instructions gathered by source line.
#pragma once

#include <vector>

#include "kernels/measure/counters/counters.hpp"

namespace warplens::measure {

// One row per (file, line, space, op), in that order. An instruction of the job's text has the file
// "", one of a header the header's name as the job gives it. `has_lines`: false for code that the
// driver compiled, for which there are only sums, at line 0.
std::vector<LineCounts> by_line(const std::vector<counters::InstructionCount>& instructions,
                                const Job& job, bool has_lines = true);

}  // namespace warplens::measure
