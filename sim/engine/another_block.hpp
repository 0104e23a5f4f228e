// Another block of runs that are there: recorded without running their grids again.
#pragma once

#include <optional>

#include "sim/engine/run.hpp"

namespace warplens::engine {

// The runs as run_sequence() makes them of `wanted`, which differs from what was asked for in the
// recorded block alone (the nearest one, where a launch's grid does not hold it): equal in every
// bit. Only the blocks from the nearest kept moment (Run::starts) to this one are executed, and
// nothing is counted. Nothing where the runs have to be made again: no moments were kept, the
// computer's memory or the user ended a run, or Request::cancelled became true.
std::optional<Runs> with_block(const Runs& runs, const Request& wanted);

}  // namespace warplens::engine
