// How many blocks fit on a multiprocessor, by the CUDA Toolkit's own functions: cuda_occupancy.h
// for every compute capability that it accepts, and the runtime's function for real kernels on the
// GPU of this machine. Writes tests/data/occupancy.csv to standard output:
//
//     nvcc -std=c++17 -o occupancy_table tests/hardware/occupancy_table.cu && ./occupancy_table
//
// The limits of a compute capability are not in the toolkit: they are typed here from the CUDA C++
// Programming Guide's table, apart from those of sim/model, which the table is compared with.
#include <cuda_occupancy.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

namespace {

struct Limits {
  int major, minor, threads, blocks, registers, block_registers, thread_registers;
  int shared, block_shared, reserved;  // [bytes]
};

constexpr int kKiB = 1024;
const Limits kLimits[] = {
    {3, 0, 2048, 16, 65536, 65536, 63, 48 * kKiB, 48 * kKiB, 0},
    {3, 2, 2048, 16, 65536, 32768, 255, 48 * kKiB, 48 * kKiB, 0},
    {3, 5, 2048, 16, 65536, 65536, 255, 48 * kKiB, 48 * kKiB, 0},
    {3, 7, 2048, 16, 131072, 65536, 255, 112 * kKiB, 48 * kKiB, 0},
    {5, 0, 2048, 32, 65536, 65536, 255, 64 * kKiB, 48 * kKiB, 0},
    {5, 2, 2048, 32, 65536, 65536, 255, 96 * kKiB, 48 * kKiB, 0},
    {5, 3, 2048, 32, 65536, 32768, 255, 64 * kKiB, 48 * kKiB, 0},
    {6, 0, 2048, 32, 65536, 65536, 255, 64 * kKiB, 48 * kKiB, 0},
    {6, 1, 2048, 32, 65536, 65536, 255, 96 * kKiB, 48 * kKiB, 0},
    {6, 2, 2048, 32, 65536, 32768, 255, 64 * kKiB, 48 * kKiB, 0},
    {7, 0, 2048, 32, 65536, 65536, 255, 96 * kKiB, 96 * kKiB, 0},
    {7, 2, 2048, 32, 65536, 65536, 255, 96 * kKiB, 96 * kKiB, 0},
    {7, 5, 1024, 16, 65536, 65536, 255, 64 * kKiB, 64 * kKiB, 0},
    {8, 0, 2048, 32, 65536, 65536, 255, 164 * kKiB, 163 * kKiB, kKiB},
    {8, 6, 1536, 16, 65536, 65536, 255, 100 * kKiB, 99 * kKiB, kKiB},
    {8, 7, 1536, 16, 65536, 65536, 255, 164 * kKiB, 163 * kKiB, kKiB},
    {8, 9, 1536, 24, 65536, 65536, 255, 100 * kKiB, 99 * kKiB, kKiB},
    {9, 0, 2048, 32, 65536, 65536, 255, 228 * kKiB, 227 * kKiB, kKiB},
    {10, 0, 2048, 32, 65536, 65536, 255, 228 * kKiB, 227 * kKiB, kKiB},
    {10, 3, 2048, 32, 65536, 65536, 255, 228 * kKiB, 227 * kKiB, kKiB},
    {11, 0, 1536, 24, 65536, 65536, 255, 228 * kKiB, 227 * kKiB, kKiB},
    {12, 0, 1536, 24, 65536, 65536, 255, 100 * kKiB, 99 * kKiB, kKiB},
};
const int kThreads[] = {32, 48, 96, 128, 256, 384, 768, 1024};
const int kRegisters[] = {16, 24, 33, 40, 64, 72, 128, 255};
const int kShared[] = {0, 1000, 4224, 8192, 20000, 33792, 49152, 101376, 232448};

cudaOccDeviceProp properties_of(const Limits& limits) {
  cudaOccDeviceProp result;
  result.computeMajor = limits.major;
  result.computeMinor = limits.minor;
  result.maxThreadsPerBlock = 1024;
  result.maxThreadsPerMultiprocessor = limits.threads;
  result.regsPerBlock = limits.block_registers;
  result.regsPerMultiprocessor = limits.registers;
  result.warpSize = 32;
  result.sharedMemPerBlock = 48 * kKiB;
  result.sharedMemPerMultiprocessor = static_cast<size_t>(limits.shared);
  result.numSms = 1;
  result.sharedMemPerBlockOptin = static_cast<size_t>(limits.block_shared);
  result.reservedSharedMemPerBlock = static_cast<size_t>(limits.reserved);
  return result;
}

void print_table(const Limits& limits) {
  const cudaOccDeviceProp properties = properties_of(limits);
  for (const int threads : kThreads) {
    for (const int registers : kRegisters) {
      std::printf("header,%d.%d,%d,%d", limits.major, limits.minor, threads, registers);
      for (const int shared : kShared) {
        cudaOccFuncAttributes attributes;
        attributes.maxThreadsPerBlock = 1024;
        attributes.numRegs = registers;
        attributes.sharedSizeBytes = 0;
        attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
        attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
        attributes.maxDynamicSharedSizeBytes = static_cast<size_t>(limits.block_shared);
        attributes.numBlockBarriers = 1;
        const cudaOccDeviceState state;
        cudaOccResult result;
        const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
            &result, &properties, &attributes, &state, threads, static_cast<size_t>(shared));
        if (error != CUDA_OCC_SUCCESS) {
          std::printf(",e%d", static_cast<int>(error));
        } else {
          std::printf(",%d", result.activeBlocksPerMultiprocessor);
        }
      }
      std::printf("\n");
    }
  }
}

// As many registers as there are values that live through the barrier.
template <int kValues>
__global__ void hold(float* out) {
  float values[kValues];
  for (int i = 0; i < kValues; ++i) values[i] = out[threadIdx.x * kValues + i];
  __syncthreads();
  for (int i = 0; i < kValues; ++i) out[threadIdx.x * kValues + i] = values[kValues - 1 - i] + 1;
}

template <int kValues>
void print_kernel(int major, int minor) {
  cudaFuncAttributes attributes{};
  cudaFuncGetAttributes(&attributes, hold<kValues>);
  cudaFuncSetAttribute(hold<kValues>, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448);
  for (const int threads : kThreads) {
    std::printf("runtime,%d.%d,%d,%d", major, minor, threads, attributes.numRegs);
    for (const int shared : kShared) {
      int blocks = 0;
      const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
          &blocks, hold<kValues>, threads, static_cast<size_t>(shared));
      if (error != cudaSuccess) {
        std::printf(",e%d", static_cast<int>(error));
        cudaGetLastError();
      } else {
        std::printf(",%d", blocks);
      }
    }
    std::printf("\n");
  }
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  const bool has_device = cudaGetDeviceProperties(&device, 0) == cudaSuccess;
  std::printf("# CUDA %d.%d, %s\n", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10,
              has_device ? device.name : "no GPU");
  std::printf("by,capability,threads,registers");
  for (const int shared : kShared) std::printf(",%d", shared);
  std::printf("\n");
  for (const Limits& limits : kLimits) print_table(limits);
  if (!has_device) return 0;
  print_kernel<4>(device.major, device.minor);
  print_kernel<16>(device.major, device.minor);
  print_kernel<28>(device.major, device.minor);
  print_kernel<48>(device.major, device.minor);
  print_kernel<80>(device.major, device.minor);
  print_kernel<120>(device.major, device.minor);
  print_kernel<200>(device.major, device.minor);
  return 0;
}
