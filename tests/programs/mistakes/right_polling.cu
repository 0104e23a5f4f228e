// A flag in pinned memory is polled through a volatile pointer.
#include <cstdio>
__global__ void f(volatile int* flag, int* data) {
  *data = 5;
  __threadfence_system();
  *flag = 1;
}
int main() {
  int *flag, *data;
  cudaMallocManaged(&data, 4);
  cudaHostAlloc(&flag, 4, cudaHostAllocMapped);
  *flag = 0;
  *data = 0;
  f<<<1, 1>>>(flag, data);
  while (!*(volatile int*)flag) {
  }
  cudaDeviceSynchronize();
  printf("%d %d\n", *flag, *data);
}
