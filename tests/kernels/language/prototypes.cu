// warplens: --kernel shift --grid 2 --block 32 --arg values=int[64] --arg last=int[2]
// Kernels and functions that are declared first and defined below, each with host code between.
#include <cstdio>
const int kThreads = 32;
__device__ int kept[16];
__device__ int before(const int* values, int i);
__global__ void shift(int* values, int* last);
__global__ void add_kept(int* values) {
  values[blockIdx.x * kThreads + threadIdx.x] += kept[blockIdx.x];
}
static void report(const char* what, float ms) {
  std::printf("%s %f", what, ms);
}
__global__ void shift(int* values, int* last) {
  __shared__ int turned[2 * kThreads];
  const int i = threadIdx.x;
  turned[i] = before(values + blockIdx.x * kThreads, i);
  turned[kThreads + i] = -turned[i];
  __syncthreads();
  values[blockIdx.x * kThreads + i] = turned[2 * kThreads - 1 - i];
  if (i == kThreads - 1) kept[blockIdx.x] = last[blockIdx.x] = turned[i];
}
__device__ int before(const int* values, int i) {
  return i > 0 ? values[i - 1] : 0;
}
