// One access of the trace as the GPU repeats it.
#pragma once

#include <optional>

#include "app/scene/moment.hpp"
#include "kernels/measure/format/job.hpp"

namespace warplens::gui {

// Addresses from a line boundary below the lowest; lanes out of bounds take no part. None for
// constant memory, and where the lanes lie in arrays too far apart to be laid out again.
std::optional<measure::WarpAccess> warp_access(const scene::Moment& moment);

// What the simulator counts of what a replay times: wavefronts of shared memory, lines of global
// memory.
uint32_t predicted_cost(const scene::Moment& moment);

}  // namespace warplens::gui
