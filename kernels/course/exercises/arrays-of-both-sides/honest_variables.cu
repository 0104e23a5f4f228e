// Managed variables: no allocation at all.

#include <cstdio>

#ifndef N
#define N 100
#endif
#ifndef SEED
#define SEED 1
#endif

__managed__ int x[N], y[N];

__global__ void add_scaled(const int* x, int* y, int factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += factor * x[i];
}

int main() {
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    x[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    y[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
  }

  add_scaled<<<(N + 63) / 64, 64>>>(x, y, 3, N);
  cudaDeviceSynchronize();
  for (int i = 0; i < N; ++i) printf("%d\n", y[i]);
}
