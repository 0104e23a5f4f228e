// A kernel of this program's own, from PTX that the driver compiles.
#pragma once

#include <string>

#include "kernels/measure/cuda/driver.hpp"

namespace warplens::measure::timing {

struct Kernel {
  cuda::Module module;
  CUfunction function = nullptr;
};

Measured<Kernel> load(const cuda::DriverPointer& driver, const std::string& ptx,
                      const std::string& name);
// 0 where the driver does not say.
int attribute(const cuda::Driver& driver, CUdevice_attribute which);

}  // namespace warplens::measure::timing
