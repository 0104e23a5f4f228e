// The lanes of an access whose value is not to be trusted, so that every view marks the same ones.
#pragma once

#include "app/scene/moment.hpp"

namespace warplens::scene {

// `moment` has its grids and transfers. Of a race the run names one thread on each side; the lanes
// that meet another thread at the same two places of the text, in the same barrier interval of the
// recorded block, race as well. Compares with at most 2,048 accesses.
FaultyLanes faulty_lanes(const run::Run& run, const Moment& moment);

// Those whose value comes from a shared cell that nobody has written, reported or not.
uint32_t lanes_at_unwritten(const Moment& moment);

}  // namespace warplens::scene
