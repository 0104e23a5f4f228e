// The lanes of an access whose value is not to be trusted, so that every view marks the same ones.
#pragma once

#include "app/gui/scene/moment.hpp"

namespace warplens::scene {

// `moment` has its grids and transfers. Of a race the run names one thread on each side: these.
FaultyLanes faulty_lanes(const engine::Run& run, const Moment& moment);

// Those whose value comes from a shared cell that nobody has written, reported or not.
uint32_t lanes_at_unwritten(const Moment& moment);

}  // namespace warplens::scene
