// Records another block of existing runs without running their grids again.
#pragma once

#include <optional>

#include "sim/run/run.hpp"

namespace warplens::whatif {

// The runs that run_sequence() would make of `wanted`, which differs from the runs' request in the
// recorded block alone (the nearest one, where a launch's grid does not have it): equal in every
// bit. Only the blocks from the nearest kept moment (Run::starts) to this one are executed, and
// nothing is counted. Nothing is returned if the runs have to be made again: no moments were kept,
// a memory limit or the user ended a run, or Request::cancelled became true.
std::optional<run::Runs> with_block(const run::Runs& runs, const prepare::Request& wanted);

}  // namespace warplens::whatif
