// Blocks in one dimension over all elements.

#include <cstdio>

#ifndef ROWS
#define ROWS 24
#endif
#ifndef COLS
#define COLS 40
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void twice(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

int main() {
  const int n = ROWS * COLS;
  int in[n], out[n];
  unsigned state = SEED;
  for (int i = 0; i < ROWS * COLS; ++i) in[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);

  int *device_in, *device_out;
  cudaMalloc(&device_in, sizeof in);
  cudaMalloc(&device_out, sizeof out);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
  twice<<<(n + 255) / 256, 256>>>(device_in, device_out, n);
  cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) printf("%d\n", out[i]);
  cudaFree(device_in);
  cudaFree(device_out);
}
