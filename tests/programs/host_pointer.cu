// A kernel that is given a host pointer: the error appears where the host waits, and stays.
#include <cstdio>
#include <cstdlib>

__global__ void set(int* p) {
  p[threadIdx.x] = 1;
}

int main() {
  int* h = (int*)malloc(64 * sizeof(int));
  int* d;
  cudaMalloc(&d, 64 * sizeof(int));
  h[0] = 5;
  set<<<1, 64>>>(d);
  printf("%d\n", (int)cudaDeviceSynchronize());
  set<<<1, 1>>>(nullptr);
  printf("%d\n", (int)cudaGetLastError());
  printf("%d %s\n", (int)cudaDeviceSynchronize(), cudaGetErrorString(cudaGetLastError()));
  printf("%d %d %d\n", (int)cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost), h[0], (int)cudaFree(d));
  return 3;
}
