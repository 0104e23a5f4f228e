// Loops of a kernel whose number of turns is in its text: `for (int k = 0; k < 16; ++k)`, macros
// and template arguments included. A compiler unrolls those that are short; models that follow the
// text instruction by instruction do not, and are off for it.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/run/run.hpp"

namespace warplens::whatif {

// Their lines, ascending, each once; also of functions that the kernel calls, not of included
// texts.
std::vector<uint32_t> counted_loop_lines(const run::Run& run);

}  // namespace warplens::whatif
