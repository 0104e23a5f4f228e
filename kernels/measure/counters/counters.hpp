// Hardware counters through CUPTI, opened at run time.
#pragma once

#include <functional>

#include "kernels/measure/cuda/driver.hpp"

namespace warplens::measure::counters {

// The cubin whose instructions are counted: for the way from an instruction back to its line.
struct CountedKernel {
  std::string name;  // lowered
  const std::vector<char>* cubin = nullptr;
};

// What one instruction did over a kernel's run.
struct InstructionCount {
  uint32_t offset = 0;  // in the function's code
  std::string file;     // as the line information names it
  uint32_t line = 0;    // 0: unknown
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  Counts counts;
};

// (1) SASS metrics. `run` launches the kernels once and synchronises; it is called as often as the
// metrics need passes, and must find memory the same each time. One list a kernel, parallel to
// `kernels`, which are launched in that order. kNoCounters, kPermission.
Measured<std::vector<std::vector<InstructionCount>>> count_instructions(
    const cuda::DriverPointer& driver, const std::vector<CountedKernel>& kernels,
    const std::function<Measured<bool>()>& run);

// (2) The Range Profiler: whole kernels. One list a kernel: a row of LineCounts with line 0 for
// each (space, op).
Measured<std::vector<std::vector<LineCounts>>> count_kernels(
    const cuda::DriverPointer& driver, size_t kernels, const std::function<Measured<bool>()>& run);

}  // namespace warplens::measure::counters
