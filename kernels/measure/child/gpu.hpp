// The interface of what the measuring process can do: on a GPU (kernels/measure/gpu), or nothing
// but the reason why not, or a test's fake. All functions are called in the child process only.
#pragma once

#include <memory>

#include "kernels/measure/child/measured.hpp"
#include "kernels/measure/format/job.hpp"

namespace warplens::measure {

class Gpu {
 public:
  virtual ~Gpu() = default;
  virtual Measured<MachineAnswer> machine() = 0;
  virtual Measured<JobAnswer> run(const Job& job, const Progress& progress) = 0;
  virtual Measured<AccessAnswer> measure_accesses(const AccessJob& job,
                                                  const Progress& progress) = 0;
  virtual Measured<Ceilings> ceilings(const Progress& progress) = 0;
  virtual Measured<Latencies> latencies(const Progress& progress) = 0;
  // C = A * B of n x n floats by cuBLAS; kNoCompiler where cuBLAS is not installed.
  virtual Measured<Times> cublas_product(uint32_t n) = 0;
};

// In kernels/measure/gpu: opens driver and libraries when first needed, and compiles in a process
// of its own. In a build without the toolkit's headers every answer is kBuiltWithout.
std::unique_ptr<Gpu> make_gpu();

}  // namespace warplens::measure
