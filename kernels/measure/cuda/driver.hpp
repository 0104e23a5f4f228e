// The CUDA driver, opened at run time, and the parts of it that measuring needs: device 0's primary
// context, memory, modules, launches. Built only if the toolkit's headers are found; open() looks
// for the libraries.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/measure/child/gpu.hpp"

namespace warplens::measure::cuda {

// The driver's functions, found by name in libcuda. `cuMemAlloc` is the header's macro for the
// current version of it, here as everywhere.
struct Functions {
#define WARPLENS_CUDA_FUNCTION(name) decltype(&::name) name = nullptr;
#include "kernels/measure/cuda/driver_functions.def"
#undef WARPLENS_CUDA_FUNCTION
};

class Driver {
 public:
  // Opens libcuda and device 0. kNoDriver, kNoDevice.
  static Measured<std::shared_ptr<const Driver>> open();

  Functions cu;
  CUdevice device = 0;
  CUcontext context = nullptr;  // the primary one, current on the opening thread
  int compute_major = 0, compute_minor = 0;

  // A result that is not CUDA_SUCCESS, as a problem: illegal addresses, traps and misaligned
  // accesses are kFault, out of memory kMemory. `doing` completes "CUDA failed while ...".
  Problem problem(CUresult result, const std::string& doing) const;
  Measured<std::vector<GpuDevice>> devices() const;
  std::string version() const;  // "580.159.04" if the system reports it, else "CUDA 13.0"
};
using DriverPointer = std::shared_ptr<const Driver>;

// The driver's version in the text of /proc/driver/nvidia/version; "" without one.
std::string version_in(const std::string& kernel_module);

// kMemory, with both numbers, where so many bytes are not free.
Measured<bool> check_free_memory(const Driver& driver, uint64_t bytes);

// Device memory; freed with the object.
class Memory {
 public:
  // kMemory, with needed and free bytes, before more than is free is requested of the driver.
  static Measured<Memory> allocate(DriverPointer driver, uint64_t bytes);
  Memory() = default;
  Memory(Memory&& other) noexcept { swap(other); }
  Memory& operator=(Memory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Memory();

  CUdeviceptr address() const { return address_; }
  uint64_t bytes() const { return bytes_; }
  Measured<bool> write(const void* from, uint64_t bytes, uint64_t offset = 0);
  Measured<bool> read(void* to, uint64_t bytes, uint64_t offset = 0) const;
  Measured<bool> fill(uint8_t value);

 private:
  void swap(Memory& other);
  DriverPointer driver_;
  CUdeviceptr address_ = 0;
  uint64_t bytes_ = 0;
};

// A loaded cubin or PTX; unloaded with the object.
class Module {
 public:
  static Measured<Module> load(DriverPointer driver, const std::vector<char>& image);
  Module() = default;
  Module(Module&& other) noexcept { swap(other); }
  Module& operator=(Module&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Module();

  // By lowered (mangled) name. kInternal if there is none.
  Measured<CUfunction> function(const std::string& name) const;
  // Of a __device__ or __constant__ variable.
  struct Variable {
    CUdeviceptr address = 0;
    uint64_t bytes = 0;
  };
  Measured<Variable> variable(const std::string& name) const;

 private:
  void swap(Module& other);
  DriverPointer driver_;
  CUmodule module_ = nullptr;
};

struct LaunchShape {
  uint32_t grid[3] = {1, 1, 1};
  uint32_t block[3] = {1, 1, 1};
  uint32_t shared_bytes = 0;  // dynamic; more than 48 KiB is requested as CUDA requires
};
// Starts the kernel on the default stream. `arguments`: one pointer to each parameter's bytes.
Measured<bool> launch(const Driver& driver, CUfunction function, const LaunchShape& shape,
                      void** arguments);
// Waits for everything that was started, and reports a kernel's fault.
Measured<bool> synchronize(const Driver& driver);

}  // namespace warplens::measure::cuda
