// Turns numbers round through shared memory, as many bytes as COUNT of them take. A first kernel puts the numbers there.
// Nobody asks whether the second launch failed: then the numbers stay as the first one left them.

#include <cstdio>

#ifndef COUNT
#define COUNT 15360
#endif
#ifndef CALLS
#define CALLS 1
#endif

__global__ void fill(float* numbers, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) numbers[i] = i;
}

__global__ void reverse(float* numbers, int count) {
  extern __shared__ float kept[];
  for (int i = threadIdx.x; i < count; i += blockDim.x) kept[i] = numbers[i];
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) numbers[i] = kept[count - 1 - i];
}

int main() {
  const int bytes = COUNT * sizeof(float);
  float* numbers;
  cudaMalloc(&numbers, bytes);
  fill<<<1, 256>>>(numbers, COUNT);
  if (CALLS == 1) cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  reverse<<<1, 256, bytes>>>(numbers, COUNT);

  float first;
  cudaMemcpy(&first, numbers, sizeof first, cudaMemcpyDeviceToHost);
  printf("%g\n", first);
  cudaFree(numbers);
  return 0;
}
