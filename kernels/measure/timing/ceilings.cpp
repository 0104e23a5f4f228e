// measure_ceilings(): a copy that no cache can hold, and multiply-adds that never wait for memory.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "kernels/measure/timing/ceilings_ptx.hpp"
#include "kernels/measure/timing/kernel.hpp"
#include "kernels/measure/timing/timing.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::timing {
namespace {

constexpr double kCeilingLimit_s = 2;  // of each of the two
constexpr uint64_t kCopied_l2 = 16;    // as many times the L2 cache's size
constexpr uint64_t kLeastCopied_bytes = 256 << 20;
constexpr uint64_t kShareOfFree = 4;    // one buffer takes at most a quarter of what is free
constexpr uint32_t kIterations = 2000;  // some milliseconds on any GPU that is kept filled

cuda::LaunchShape shape(uint64_t blocks) {
  cuda::LaunchShape shape;
  shape.grid[0] = static_cast<uint32_t>(blocks);
  shape.block[0] = kCeilingBlock;
  return shape;
}

Measured<double> copy_gb_per_s(const cuda::DriverPointer& driver) {
  const Measured<Kernel> kernel = load(driver, copy_ptx(), "copy");
  if (!kernel.ok()) return base::fail(kernel.error());
  size_t free = 0, total = 0;
  const CUresult result = driver->cu.cuMemGetInfo(&free, &total);
  if (result != CUDA_SUCCESS)
    return base::fail(driver->problem(result, say("querying the free memory")));
  const auto l2_bytes =
      static_cast<uint64_t>(attribute(*driver, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
  const uint64_t wanted =
      std::min<uint64_t>(std::max(kCopied_l2 * l2_bytes, kLeastCopied_bytes), free / kShareOfFree);
  const uint64_t blocks = std::max<uint64_t>(wanted / kBytesPerCopyBlock, 1);
  const uint64_t bytes = blocks * kBytesPerCopyBlock;

  Measured<cuda::Memory> from = cuda::Memory::allocate(driver, bytes);
  if (!from.ok()) return base::fail(from.error());
  const Measured<cuda::Memory> to = cuda::Memory::allocate(driver, bytes);
  if (!to.ok()) return base::fail(to.error());
  const Measured<bool> filled = from->fill(0x5a);
  if (!filled.ok()) return base::fail(filled.error());
  CUdeviceptr source = from->address(), target = to->address();
  std::array<void*, 2> arguments{&source, &target};
  const Measured<Times> times = time_launch(driver, kCeilingLimit_s, [&] {
    return cuda::launch(*driver, kernel->function, shape(blocks), arguments.data());
  });
  if (!times.ok()) return base::fail(times.error());
  return 2.0 * static_cast<double>(bytes) / (times->median_us * 1e3);  // read and written
}

Measured<double> fma_gflop_per_s(const cuda::DriverPointer& driver) {
  const Measured<Kernel> kernel = load(driver, multiply_add_ptx(), "multiply_add");
  if (!kernel.ok()) return base::fail(kernel.error());
  // All multiprocessors are full, and none has a second round of blocks.
  const int per_multiprocessor =
      attribute(*driver, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR) /
      static_cast<int>(kCeilingBlock);
  const auto blocks = static_cast<uint64_t>(std::max(
      1, attribute(*driver, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) * per_multiprocessor));
  const uint64_t threads = blocks * kCeilingBlock;
  const Measured<cuda::Memory> out = cuda::Memory::allocate(driver, threads * sizeof(float));
  if (!out.ok()) return base::fail(out.error());
  CUdeviceptr target = out->address();
  uint32_t iterations = kIterations;
  float factor = 0.999F, summand = 0.5F;  // x tends to 500: never infinite, never tiny
  std::array<void*, 4> arguments{&target, &iterations, &factor, &summand};
  const Measured<Times> times = time_launch(driver, kCeilingLimit_s, [&] {
    return cuda::launch(*driver, kernel->function, shape(blocks), arguments.data());
  });
  if (!times.ok()) return base::fail(times.error());
  const double operations =
      2.0 * static_cast<double>(threads) * kFmasPerIteration * double{kIterations};
  return operations / (times->median_us * 1e3);
}

}  // namespace

Measured<Ceilings> measure_ceilings(const cuda::DriverPointer& driver, const Progress& progress) {
  if (progress) progress(0, say("a copy"));
  const Measured<double> copied = copy_gb_per_s(driver);
  if (!copied.ok()) return base::fail(copied.error());
  if (progress) progress(0.5, say("multiply-adds"));
  const Measured<double> computed = fma_gflop_per_s(driver);
  if (!computed.ok()) return base::fail(computed.error());
  return Ceilings{*copied, *computed};
}

}  // namespace warplens::measure::timing
