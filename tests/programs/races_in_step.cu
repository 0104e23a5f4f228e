// Races whose outcome on a GPU is steady, as its warps are nearly in step: all read before any
// stores.
#include <cstdio>

__global__ void count(int* n) {
  *n = *n + 1;
}
__global__ void shift(int* a, int n) {
  const int i = threadIdx.x;
  if (i + 1 < n) a[i] = a[i + 1];
}

int main() {
  int *a, h[256];
  cudaMalloc(&a, sizeof h);
  cudaMemset(a, 0, sizeof h);
  count<<<1, 256>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  for (int i = 0; i < 256; ++i) h[i] = i;
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  shift<<<1, 256>>>(a, 256);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", h[0], h[31], h[63], h[254]);
}
