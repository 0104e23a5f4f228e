// n / 256 blocks are none.
#include <cstdio>
__global__ void ones(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = 1;
}
int main() {
  const int n = 100;
  int h[n], sum = 0, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  ones<<<n / 256, 256>>>(d, n);  // finds: host_failed_launch
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) sum += h[i];
  printf("%d\n", sum);
}
