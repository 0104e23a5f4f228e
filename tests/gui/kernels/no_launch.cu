#include <cstdio>
__global__ void k(int* p) {
  p[threadIdx.x] = 1;
}
int main(int argc, char** argv) {
  int h[64], *d;
  for (int i = 0; i < 64; ++i) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  if (argc > 1) k<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[5]);
}
