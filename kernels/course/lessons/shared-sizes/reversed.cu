// Turns numbers round through shared memory, as many bytes as COUNT of them take. Past what a block has by itself the host
// has to ask for them before the launch (CALLS).

#include <cstdio>

#ifndef COUNT
#define COUNT 1024
#endif
#ifndef CALLS
#define CALLS 0
#endif

__global__ void reverse(float* numbers, int count) {
  extern __shared__ float kept[];
  for (int i = threadIdx.x; i < count; i += blockDim.x) kept[i] = numbers[i];
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) numbers[i] = kept[count - 1 - i];
}

int main() {
  const int bytes = COUNT * sizeof(float);
  static float host[COUNT];
  for (int i = 0; i < COUNT; ++i) host[i] = i;

  float* numbers;
  cudaMalloc(&numbers, bytes);
  cudaMemcpy(numbers, host, bytes, cudaMemcpyHostToDevice);
  if (CALLS == 1) cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  reverse<<<1, 256, bytes>>>(numbers, COUNT);
  if (cudaGetLastError() != cudaSuccess) {
    printf("the launch failed\n");
    return 1;
  }

  cudaMemcpy(host, numbers, bytes, cudaMemcpyDeviceToHost);
  printf("%g\n", host[0]);
  cudaFree(numbers);
  return 0;
}
