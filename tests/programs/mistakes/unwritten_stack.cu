// Half of an array of main()'s is filled; all of it is used.
#include <cstdio>
__global__ void twice(int* v) {
  v[threadIdx.x] *= 2;
}
int main() {
  int h[64], *d, sum = 0;  // finds: host_unwritten
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  twice<<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i) sum += h[i];
  printf("%d\n", sum);
}
