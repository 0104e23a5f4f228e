// Adds a multiple of one vector to another on the device and prints it.

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
  int X[N], Y[N];  // the host's
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    X[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    Y[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
  }

  int *x, *y;  // the device's
  cudaMalloc(&x, sizeof X);
  cudaMalloc(&y, sizeof Y);
  cudaMemcpy(x, X, sizeof X, cudaMemcpyHostToDevice);
  cudaMemcpy(y, Y, sizeof Y, cudaMemcpyHostToDevice);
  add_scaled<<<(N + 63) / 64, 64>>>(x, y, 3, N);
  cudaMemcpy(Y, y, sizeof Y, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) printf("%d\n", Y[i]);

  cudaFree(x);
  cudaFree(y);
}
