// Arrays that a launch only stores to and leaves in part as they were, although a parameter says
// how many elements they have: too few threads, or a guard that lets too few through.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/machine/memory.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/run/run.hpp"

namespace warplens::run {

// Fewer bytes are stored than such an array has: only then is the grid executed again to see which
// elements they are. Hints need no more than the counts of the run, so the usual run costs nothing.
// Indexes of layout.global.
std::vector<uint32_t> sparsely_stored(const Run& run, const observe::MemoryLayout& layout);

// What is said of those `arrays` of which a first part is stored to, thread after thread, and the
// rest by nobody. `memory`: as the launch found it. Of launches of one dimension, in which a
// thread's place says what it stores to, and of two, with as many rows and columns as two
// parameters say, where there are too few threads: where data decides (a compaction, a histogram),
// and of borders that are left out, nothing is said. `cancelled` may be null.
std::vector<observe::Finding> unwritten_outputs(const Run& run, const observe::MemoryLayout& layout,
                                                const std::vector<uint32_t>& arrays,
                                                machine::GlobalMemory memory,
                                                const std::atomic<bool>* cancelled);

}  // namespace warplens::run
