// main() allocates for 500 elements, the kernel is told of 512.
#include <cstdio>
__global__ void ones(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = 1;
}
int main() {
  const int n = 500, rounded = 512;
  static float h[n];
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  ones<<<rounded / 128, 128>>>(d, rounded);  // finds: host_sizes_disagree
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[n - 1]);
  cudaFree(d);
}
