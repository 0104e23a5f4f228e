// The input is allocated and never filled: what the kernel computes of it is printed.
#include <cstdio>
#include <cstdlib>
__global__ void half_of(float* v) {
  v[threadIdx.x] /= 2;
}
int main() {
  float* h = (float*)malloc(32 * sizeof(float));  // finds: host_unwritten
  float* d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemcpy(d, h, 32 * sizeof(float), cudaMemcpyHostToDevice);
  half_of<<<1, 32>>>(d);
  cudaMemcpy(h, d, 32 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", h[5]);
}
