// Values into device memory of their own.
#pragma once

#include <vector>

#include "kernels/measure/cuda/driver.hpp"

namespace warplens::measure::replay {

template <class T>
Measured<cuda::Memory> upload(const cuda::DriverPointer& driver, const std::vector<T>& values) {
  Measured<cuda::Memory> memory = cuda::Memory::allocate(driver, values.size() * sizeof(T));
  if (!memory) return memory;
  const Measured<bool> written = memory->write(values.data(), values.size() * sizeof(T));
  if (!written) return base::fail(written.error());
  return memory;
}

}  // namespace warplens::measure::replay
