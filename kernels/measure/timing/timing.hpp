// Times by CUDA events, the device's ceilings and its latencies.
#pragma once

#include <functional>

#include "kernels/measure/cuda/driver.hpp"

namespace warplens::measure::timing {

// Repeats `run` (one launch, not synchronised) after a warm-up, with the L2 cache flushed before
// each, until the spread is under 2 % or `limit_s` has passed or 1000 runs are done.
Measured<Times> time_launch(const cuda::DriverPointer& driver, double limit_s,
                            const std::function<Measured<bool>()>& run);
Measured<Ceilings> measure_ceilings(const cuda::DriverPointer& driver, const Progress& progress);
// What a load takes whose address is the value of the one before, by one thread alone.
Measured<Latencies> measure_latencies(const cuda::DriverPointer& driver, const Progress& progress);
// A product of n x n floats by cuBLAS (single precision arithmetic, no tensor cores).
Measured<Times> time_cublas(const cuda::DriverPointer& driver, uint32_t n);

}  // namespace warplens::measure::timing
