#include "kernels/measure/timing/kernel.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace warplens::measure::timing {

Measured<Kernel> load(const cuda::DriverPointer& driver, const std::string& ptx,
                      const std::string& name) {
  std::vector<char> image(ptx.begin(), ptx.end());
  image.push_back('\0');
  Measured<cuda::Module> module = cuda::Module::load(driver, image);
  if (!module.ok()) return base::fail(module.error());
  const Measured<CUfunction> function = module->function(name);
  if (!function.ok()) return base::fail(function.error());
  return Kernel{std::move(module).value(), *function};
}

int attribute(const cuda::Driver& driver, CUdevice_attribute which) {
  int value = 0;
  driver.cu.cuDeviceGetAttribute(&value, which, driver.device);
  return std::max(value, 0);
}

}  // namespace warplens::measure::timing
