// Advice on a run: what costs more than it has to, and what depends on an order.
#pragma once

#include <vector>

#include "sim/observe/hints/hint.hpp"

namespace warplens::observe {

// Longer recordings are not looked at: about 0.1 s. [steps]
inline constexpr uint32_t kMostSteps = 200'000;

// All hints of a whole recording.
std::vector<Finding> hints_of(const Subject& subject);
// Of the launch alone: a block whose last warp is not full.
std::vector<Finding> launch_hints(const code::Program& program, trace::BlockId block);

}  // namespace warplens::observe
