// Fewer threads than elements, each of which does several.
#include <cstdio>
__global__ void add(int* v, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v[i] += i;
}
__global__ void four(int* v, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; ++k)
    if (t * 4 + k < n) v[t * 4 + k] += 1;
}
int main() {
  const int n = 1000;
  static int h[n];
  int s = 0, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  add<<<2, 64>>>(d, n);
  four<<<2, 128>>>(d, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) s += h[i];
  printf("%d\n", s);
}
