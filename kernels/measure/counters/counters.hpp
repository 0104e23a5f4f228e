// Hardware counters through CUPTI, opened at run time.
#pragma once

#include <functional>

#include "kernels/measure/counters/cupti.hpp"
#include "kernels/measure/cuda/driver.hpp"

namespace warplens::measure::counters {

// What one instruction did over a launch.
struct InstructionCount {
  std::string function;  // its name in the cubin: the kernel, or a function that it calls
  uint32_t offset = 0;   // in the function's code [bytes]
  std::string file;      // as the in the line information, without folders
  uint32_t line = 0;     // 0: unknown
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  Counts counts;
};

// Launches the one kernel to be counted, once, and synchronises. It fills no memory: the driver
// would do that by kernels of its own.
using LaunchKernel = std::function<Measured<bool>()>;

// (1) SASS metrics, of the instructions that reached shared or global memory while `run` ran.
// `cubin` has the executed code, to find an instruction's line; nullptr: all lines are 0.
// kNoCounters, kPermission, and the problems of `run`.
//
// Works once in a process, for one kernel: CUPTI 13.0 counts nothing the second time, no whole
// kernels afterwards, and of several kernels at most the first (measured; with some metrics a
// second kernel faults).
Measured<std::vector<InstructionCount>> count_instructions(const Cupti& cupti,
                                                           const cuda::DriverPointer& driver,
                                                           const std::vector<char>* cubin,
                                                           const LaunchKernel& run);

// (2) The Range Profiler: the one kernel that `run` launches, as a row with line 0 for each
// (space, op) that was used.
Measured<std::vector<LineCounts>> count_kernel(const Cupti& cupti,
                                               const cuda::DriverPointer& driver,
                                               const LaunchKernel& run);

}  // namespace warplens::measure::counters
