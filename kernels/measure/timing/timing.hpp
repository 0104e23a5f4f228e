// Times by CUDA events, and the device's ceilings.
#pragma once

#include <functional>

#include "kernels/measure/cuda/driver.hpp"

namespace warplens::measure::timing {

// Repeats `run` (one launch, not synchronised) after a warm-up, with the L2 cache flushed before
// each, until the spread is under 2 % or `limit_s` has passed or 1000 runs are done.
Measured<Times> time_launch(const cuda::DriverPointer& driver, double limit_s,
                            const std::function<Measured<bool>()>& run);
Measured<Ceilings> measure_ceilings(const cuda::DriverPointer& driver, const Progress& progress);
// A product of n x n floats by cuBLAS (single precision arithmetic, no tensor cores).
Measured<Times> time_cublas(const cuda::DriverPointer& driver, uint32_t n);

}  // namespace warplens::measure::timing
