// The copy of the result says that it goes to the device.
#include <cstdio>
__global__ void squares(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = i * i;
}
int main() {
  const int n = 100;
  int h[n] = {}, *d, wrong = 0;
  cudaMalloc(&d, sizeof h);
  squares<<<1, 128>>>(d, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyHostToDevice);  // finds: host_copy_direction
  for (int i = 0; i < n; ++i) wrong += h[i] != i * i;
  printf(wrong == 0 ? "PASS\n" : "FAIL\n");
  cudaFree(d);
}
