// malloc() of elements instead of bytes: the loop that fills it goes on behind it.
#include <cstdio>
#include <cstdlib>
__global__ void twice(float* v) {
  v[threadIdx.x] *= 2;
}
int main() {
  const int n = 64;
  float* h = (float*)malloc(n);
  for (int i = 0; i < n; ++i) h[i] = i;  // finds: host_out_of_bounds
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);  // finds: host_copy_past_end
  twice<<<1, n>>>(d);
  cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
  printf("%g\n", h[1]);
}
