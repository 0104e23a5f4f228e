// The Gpu of a build with the toolkit's headers: driver, compiler, counters, replay and timing put
// together.
#pragma once

#include <memory>
#include <utility>

#include "kernels/measure/child/compiler.hpp"
#include "kernels/measure/child/gpu.hpp"
#include "kernels/measure/cuda/driver.hpp"

namespace warplens::measure {

class CudaGpu : public Gpu {
 public:
  explicit CudaGpu(std::unique_ptr<Compiler> compiler) : compiler_(std::move(compiler)) {}

  Measured<MachineAnswer> machine() override;
  Measured<JobAnswer> run(const Job& job, const Progress& progress) override;
  Measured<AccessAnswer> measure_accesses(const AccessJob& job, const Progress& progress) override;
  Measured<Ceilings> ceilings(const Progress& progress) override;
  Measured<Latencies> latencies(const Progress& progress) override;
  Measured<Times> cublas_product(uint32_t n) override;

 private:
  std::unique_ptr<Compiler> compiler_;
  cuda::DriverPointer driver_;  // opened when first needed
  bool has_counted_ = false;    // accesses: CUPTI counts once in a process
};

}  // namespace warplens::measure
