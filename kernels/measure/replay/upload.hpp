// Values into device memory of their own.
#pragma once

#include <vector>

#include "kernels/measure/cuda/driver.hpp"
#include "kernels/measure/replay/kind.hpp"

namespace warplens::measure::replay {

template <class T>
Measured<cuda::Memory> upload(const cuda::DriverPointer& driver, const std::vector<T>& values) {
  Measured<cuda::Memory> memory = cuda::Memory::allocate(driver, values.size() * sizeof(T));
  if (!memory) return memory;
  const Measured<bool> written = memory->write(values.data(), values.size() * sizeof(T));
  if (!written) return base::fail(written.error());
  return memory;
}

// The lanes of some accesses in the form that their kernels take: for each access 32 addresses
// (placed_addresses()) and a mask.
struct UploadedAccesses {
  cuda::Memory addresses, masks;
};
inline Measured<UploadedAccesses> upload_accesses(const cuda::DriverPointer& driver,
                                                  const std::vector<WarpAccess>& accesses) {
  std::vector<uint64_t> addresses;
  std::vector<uint32_t> masks;
  for (const WarpAccess& access : accesses) {
    for (const uint64_t address : placed_addresses(access)) addresses.push_back(address);
    masks.push_back(access.mask);
  }
  Measured<cuda::Memory> on_addresses = upload(driver, addresses);
  if (!on_addresses) return base::fail(on_addresses.error());
  Measured<cuda::Memory> on_masks = upload(driver, masks);
  if (!on_masks) return base::fail(on_masks.error());
  return UploadedAccesses{std::move(*on_addresses), std::move(*on_masks)};
}

}  // namespace warplens::measure::replay
