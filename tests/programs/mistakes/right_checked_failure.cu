// A launch and a copy that fail, and are noticed.
#include <cstdio>
__global__ void f(int* v) {
  v[threadIdx.x] = 1;
}
int main() {
  int h[32] = {}, *d;
  cudaMalloc(&d, 128);
  cudaMemset(d, 0, 128);
  f<<<1, 2048>>>(d);
  cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) printf("launch: %s\n", cudaGetErrorString(e));
  f<<<1, 16>>>(d);
  e = cudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost);
  if (e) printf("copy: %s\n", cudaGetErrorString(e));
  cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[31]);
}
