// A second launch does the rest.
#include <cstdio>
__global__ void set(int* v, int n, int from) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = i;
}
__global__ void rest(int* v, int n, int from) {
  int i = from + threadIdx.x;
  if (i < n) v[i] = i;
}
int main() {
  const int n = 1000;
  int h[n], s = 0, *d;
  cudaMalloc(&d, sizeof h);
  set<<<n / 256, 256>>>(d, n, 0);
  rest<<<1, 256>>>(d, n, n / 256 * 256);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) s += h[i];
  printf("%d\n", s);
}
