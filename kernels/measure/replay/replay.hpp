// Single warp accesses on the GPU: repeated by one warp and timed by the clock register (needs no
// permission), or counted.
#pragma once

#include "kernels/measure/child/compiler.hpp"
#include "kernels/measure/child/gpu.hpp"
#include "kernels/measure/cuda/driver.hpp"

namespace warplens::measure::replay {

// By timing, calibrated on known patterns in the same call: AccessJob::method kReplay.
Measured<AccessAnswer> replay_accesses(const cuda::DriverPointer& driver,
                                       const std::vector<WarpAccess>& accesses,
                                       const Progress& progress);

// By SASS metrics over a kernel of one warp that executes each access 32 times: kCountersByLine.
// Once in a process, as all counting by instruction; a kernel of more than kCountedAtOnce
// accesses takes long to compile.
inline constexpr size_t kCountedAtOnce = 128;
Measured<AccessAnswer> count_accesses(const cuda::DriverPointer& driver, Compiler& compiler,
                                      const std::vector<WarpAccess>& accesses,
                                      const Progress& progress);

}  // namespace warplens::measure::replay
