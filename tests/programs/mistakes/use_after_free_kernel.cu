// The kernel gets a pointer to what was freed.
#include <cstdio>
__global__ void fill(int* v) {
  v[threadIdx.x] = 1;
}
int main() {
  int *a, *b, h = 0;
  cudaMalloc(&a, 128);
  cudaMalloc(&b, 128);
  cudaFree(b);
  fill<<<1, 32>>>(b);  // finds: host_use_after_free
  cudaMemcpy(&h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
}
