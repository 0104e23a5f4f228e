// Elements instead of bytes; only the kernel goes past the end.
#include <cstdio>
__global__ void ones(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = 1;
}
int main() {
  const int n = 1024;
  int h = 0, *d;
  cudaMalloc(&d, n);  // finds: host_allocation_size
  ones<<<n / 128, 128>>>(d, n);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
}
