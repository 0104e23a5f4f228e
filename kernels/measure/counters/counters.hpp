// Hardware counters through CUPTI, opened at run time.
#pragma once

#include <functional>

#include "kernels/measure/counters/cupti.hpp"
#include "kernels/measure/cuda/driver.hpp"

namespace warplens::measure::counters {

// One launch of a kernel that is to be counted.
struct CountedLaunch {
  // Launches the kernel once and synchronises. Called in the order of the launches, and the whole
  // list again for each pass that the counters need: memory must be the same each time.
  std::function<Measured<bool>()> run;
  // Whose instructions are counted: for the way from an instruction back to its line. Without line
  // information in it every line is 0.
  const std::vector<char>* cubin = nullptr;
};

// What one instruction did over a launch.
struct InstructionCount {
  std::string function;  // its name in the cubin: the kernel, or a function that it calls
  uint32_t offset = 0;   // in the function's code [bytes]
  std::string file;      // as the line information names it, without folders
  uint32_t line = 0;     // 0: unknown
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  Counts counts;
};

// (1) SASS metrics: one list a launch, of the instructions that reached shared or global memory.
// kNoCounters, kPermission, and what `run` answers.
Measured<std::vector<std::vector<InstructionCount>>> count_instructions(
    const Cupti& cupti, const cuda::DriverPointer& driver,
    const std::vector<CountedLaunch>& launches);

// (2) The Range Profiler: whole kernels. One list a launch: a row with line 0 for each (space, op)
// that was used.
Measured<std::vector<std::vector<LineCounts>>> count_kernels(
    const Cupti& cupti, const cuda::DriverPointer& driver,
    const std::vector<CountedLaunch>& launches);

}  // namespace warplens::measure::counters
