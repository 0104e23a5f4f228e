// Memory, Module, launch() and synchronize() of driver.hpp.
#include <algorithm>
#include <string>
#include <utility>

#include "kernels/measure/cuda/driver.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::cuda {
namespace {

uint64_t in_mib(uint64_t bytes) {
  return (bytes + (1 << 20) - 1) >> 20;
}

Measured<bool> done(const Driver& driver, CUresult result, Sentence doing) {
  if (result == CUDA_SUCCESS) return true;
  return base::fail(driver.problem(result, say(doing)));
}

}  // namespace

Measured<bool> check_free_memory(const Driver& driver, uint64_t bytes) {
  size_t free = 0, total = 0;
  const CUresult result = driver.cu.cuMemGetInfo(&free, &total);
  if (result != CUDA_SUCCESS) {
    return base::fail(driver.problem(result, say("querying the free memory")));
  }
  if (bytes <= free) return true;
  return base::fail(
      Problem{ProblemKind::kMemory,
              say("the arrays need {needed} MiB of the GPU's memory, and {free} MiB "
                  "of {total} MiB are free; make the arrays smaller or close other "
                  "programs that use the GPU",
                  "needed"_a = in_mib(bytes), "free"_a = in_mib(free), "total"_a = in_mib(total))});
}

Measured<Memory> Memory::allocate(DriverPointer driver, uint64_t bytes) {
  if (Measured<bool> enough = check_free_memory(*driver, bytes); !enough) {
    return base::fail(enough.error());
  }
  Memory memory;
  memory.driver_ = std::move(driver);
  memory.bytes_ = bytes;
  // CUDA refuses an allocation of no bytes.
  const CUresult result =
      memory.driver_->cu.cuMemAlloc(&memory.address_, std::max<uint64_t>(bytes, 1));
  if (result != CUDA_SUCCESS) {
    memory.address_ = 0;
    return base::fail(
        memory.driver_->problem(result, say("allocating {size} MiB", "size"_a = in_mib(bytes))));
  }
  return memory;
}

Memory::~Memory() {
  if (address_) driver_->cu.cuMemFree(address_);
}

void Memory::swap(Memory& other) {
  std::swap(driver_, other.driver_);
  std::swap(address_, other.address_);
  std::swap(bytes_, other.bytes_);
}

Measured<bool> Memory::write(const void* from, uint64_t bytes, uint64_t offset) {
  if (bytes == 0) return true;
  return done(*driver_, driver_->cu.cuMemcpyHtoD(address_ + offset, from, bytes),
              sentence("writing to the GPU's memory"));
}

Measured<bool> Memory::read(void* to, uint64_t bytes, uint64_t offset) const {
  if (bytes == 0) return true;
  return done(*driver_, driver_->cu.cuMemcpyDtoH(to, address_ + offset, bytes),
              sentence("reading the GPU's memory"));
}

Measured<bool> Memory::fill(uint8_t value) {
  if (bytes_ == 0) return true;
  return done(*driver_, driver_->cu.cuMemsetD8(address_, value, bytes_),
              sentence("filling the GPU's memory"));
}

Measured<Module> Module::load(DriverPointer driver, const std::vector<char>& image) {
  Module module;
  module.driver_ = std::move(driver);
  const CUresult result = module.driver_->cu.cuModuleLoadData(&module.module_, image.data());
  if (result != CUDA_SUCCESS) {
    module.module_ = nullptr;
    return base::fail(module.driver_->problem(result, say("loading the compiled kernel")));
  }
  return module;
}

Module::~Module() {
  if (module_) driver_->cu.cuModuleUnload(module_);
}

void Module::swap(Module& other) {
  std::swap(driver_, other.driver_);
  std::swap(module_, other.module_);
}

Measured<CUfunction> Module::function(const std::string& name) const {
  CUfunction function = nullptr;
  const CUresult result = driver_->cu.cuModuleGetFunction(&function, module_, name.c_str());
  if (result == CUDA_SUCCESS) return function;
  return base::fail(
      driver_->problem(result, say("looking for the kernel {name}", "name"_a = name)));
}

Measured<Module::Variable> Module::variable(const std::string& name) const {
  Variable variable;
  size_t bytes = 0;
  const CUresult result =
      driver_->cu.cuModuleGetGlobal(&variable.address, &bytes, module_, name.c_str());
  variable.bytes = bytes;
  if (result == CUDA_SUCCESS) return variable;
  return base::fail(
      driver_->problem(result, say("looking for the variable {name}", "name"_a = name)));
}

Measured<bool> launch(const Driver& driver, CUfunction function, const LaunchShape& shape,
                      void** arguments) {
  // Without a request a block gets 48 KiB, which include the kernel's own arrays.
  constexpr auto kLimit = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
  int allowed = 0;
  driver.cu.cuFuncGetAttribute(&allowed, kLimit, function);
  if (shape.shared_bytes > static_cast<uint32_t>(std::max(allowed, 0)) &&
      driver.cu.cuFuncSetAttribute(function, kLimit, static_cast<int>(shape.shared_bytes)) !=
          CUDA_SUCCESS) {
    int most = 0, fixed = 0;
    driver.cu.cuDeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
                                   driver.device);
    driver.cu.cuFuncGetAttribute(&fixed, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);
    return base::fail(Problem{
        ProblemKind::kInput,
        say("the launch requests {bytes} B of dynamic shared memory beside the kernel's own "
            "{static} B, and this GPU gives a block {limit} B at most; request less",
            "bytes"_a = shape.shared_bytes, "static"_a = fixed, "limit"_a = most)});
  }
  const CUresult result = driver.cu.cuLaunchKernel(
      function, shape.grid[0], shape.grid[1], shape.grid[2], shape.block[0], shape.block[1],
      shape.block[2], shape.shared_bytes, nullptr, arguments, nullptr);
  if (result == CUDA_ERROR_INVALID_VALUE) {
    return base::fail(Problem{
        ProblemKind::kInput,
        say("this GPU refuses a launch of that shape; see the limits on threads in a block and "
            "blocks in a grid that 'warplens gpus' lists, and the kernel's __launch_bounds__")});
  }
  return done(driver, result, sentence("starting the kernel"));
}

Measured<bool> synchronize(const Driver& driver) {
  return done(driver, driver.cu.cuCtxSynchronize(), sentence("waiting for the kernel"));
}

}  // namespace warplens::measure::cuda
