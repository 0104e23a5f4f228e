// Which accesses of a run are worth a question, the most instructive first.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/run/run.hpp"

namespace warplens::scene {

// Of each access of the text one step of the recorded block: first shared memory with the most
// wavefronts over the least possible, then global memory with the most sectors over theirs, then
// whatever has the most active lanes; of equal ones the earlier step. Empty where nothing was
// recorded of shared, global or constant memory.
std::vector<uint32_t> instructive_steps(const run::Run& run);

}  // namespace warplens::scene
