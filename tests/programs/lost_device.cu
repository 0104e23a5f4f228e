// A kernel that breaks off: no call succeeds until the process ends, whatever is reset.
#include <cstdio>

__global__ void write(int* to) { *to = 1; }

int main() {
  int* array;
  cudaMalloc(&array, 4);
  write<<<1, 1>>>(nullptr);
  printf("%d\n", cudaDeviceSynchronize());
  printf("%d %d\n", cudaGetLastError(), cudaMalloc(&array, 4));
  cudaDeviceReset();
  printf("%d\n", cudaMalloc(&array, 4));
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  printf("%d\n", cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4));
}
