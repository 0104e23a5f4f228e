// The third way of measuring: accesses of the recorded blocks, repeated by one warp on the GPU and
// timed. Needs no permission.
#pragma once

#include <string>

#include "app/compare/gather.hpp"

namespace warplens::compare {

// Fills `build` with one LaunchResult a run whose rows hold the recorded block's sums, and sets its
// method. Each run must hold a recording. Returns "" or, in one sentence, why there is no result.
std::string replay_runs(measure::Worker& worker, const Runs& simulated,
                        const measure::WaitOptions& wait, measure::BuildResult& build);

}  // namespace warplens::compare
