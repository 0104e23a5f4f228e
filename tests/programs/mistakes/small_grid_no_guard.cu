// No parameter says how many elements there are.
#include <cstdio>
__global__ void ones(double* v) {
  v[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
int main() {
  const int n = 1000, block = 128;
  static double h[n];
  double *d, sum = 0;
  cudaMalloc(&d, sizeof h);
  ones<<<n / block, block>>>(d);  // finds: host_small_grid
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) sum += h[i];
  printf("%g\n", sum);
}
