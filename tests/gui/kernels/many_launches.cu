// More launches than are looked at together.
#include <cstdio>

__global__ void inc(int* x) { x[threadIdx.x] += blockIdx.x + 1; }

int main() {
  int h[32] = {}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  const int turns = 40;
  for (int turn = 0; turn < turns; ++turn) inc<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[31]);
}
