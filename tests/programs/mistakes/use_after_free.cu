// The array is freed before its result is copied: the copy fails.
#include <cstdio>
__global__ void fill(int* v) {
  v[threadIdx.x] = threadIdx.x;
}
int main() {
  int h[32] = {}, *d;
  cudaMalloc(&d, sizeof h);
  fill<<<1, 32>>>(d);
  cudaFree(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);  // finds: host_use_after_free
  printf("%d\n", h[31]);
}
