// The arrays as grids at one step: which elements this access touches, their values and states.
#pragma once

#include <vector>

#include "app/scene/backdrop.hpp"
#include "app/scene/moment.hpp"

namespace warplens::scene {

// `replay` is just before the access, or behind it if that is an atomic; values and states are
// those once it is done.
std::vector<Grid> make_grids(const run::Run& run, const replay::Replay& replay,
                             const Backdrop& backdrop, const trace::Access& access, uint32_t warp,
                             uint32_t lane);

}  // namespace warplens::scene
