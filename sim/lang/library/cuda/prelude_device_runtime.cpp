// CUDA's runtime as kernels have it, for whole programs (CUDA Programming Guide 13.0, "CUDA Dynamic
// Parallelism"): memory of the kernels' heap, copies within the device, streams and events. What a
// kernel launches begins when its own grid has ended, so there is nothing to wait for; copies and
// fills are done at once, by the thread that asks for them.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view device_runtime_text() {
  static constexpr std::string_view kText = R"cuda(
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)
__device__ inline cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  *pointer = malloc(bytes);
  return *pointer == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}
template <class T>
__device__ inline cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  *pointer = (T*)malloc(bytes);
  return *pointer == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}
__device__ inline cudaError_t cudaFree(void* pointer) {
  free(pointer);
  return cudaSuccess;
}
__device__ inline cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                                              cudaStream_t stream = nullptr) {
  for (size_t i = 0; i < bytes; ++i) ((unsigned char*)to)[i] = ((const unsigned char*)from)[i];
  return cudaSuccess;
}
__device__ inline cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream = nullptr) {
  for (size_t i = 0; i < bytes; ++i) ((unsigned char*)to)[i] = (unsigned char)value;
  return cudaSuccess;
}
__device__ inline cudaError_t cudaGetLastError() { return cudaSuccess; }
__device__ inline cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
__device__ inline cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
__device__ inline cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
__device__ inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  *stream = nullptr;
  return cudaSuccess;
}
__device__ inline cudaError_t cudaStreamDestroy(cudaStream_t stream) { return cudaSuccess; }
__device__ inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0) { return cudaSuccess; }
__device__ inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  *event = nullptr;
  return cudaSuccess;
}
__device__ inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr) { return cudaSuccess; }
__device__ inline cudaError_t cudaEventDestroy(cudaEvent_t event) { return cudaSuccess; }
)cuda";
  return kText;
}

}  // namespace warplens::lang
