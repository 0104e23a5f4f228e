// A device pointer that goes through a function of the host's.
#include <cstdio>
__global__ void twice(float* v) {
  v[threadIdx.x] *= 2;
}
float sum(const float* v, int n) {
  float all = 0;
  for (int i = 0; i < n; ++i) all += v[i];  // finds: host_device_pointer
  return all;
}
int main() {
  float* d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  twice<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  printf("%g\n", sum(d, 32));
}
