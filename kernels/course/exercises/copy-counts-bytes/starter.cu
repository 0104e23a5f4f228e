// Adds two vectors of N whole numbers on the device and prints the sums.

#include <cstdio>

#ifndef N
#define N 100
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void add(const int* a, const int* b, int* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  int A[N], B[N], C[N];  // the host's
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    A[i] = (state = state * 1664525 + 1013904223) >> 22;
    B[i] = (state = state * 1664525 + 1013904223) >> 22;
  }

  int *a, *b, *c;  // the device's
  cudaMalloc(&a, sizeof A);
  cudaMalloc(&b, sizeof B);
  cudaMalloc(&c, sizeof C);

  const size_t size = N;  // of each copy
  cudaMemcpy(a, A, size, cudaMemcpyHostToDevice);
  cudaMemcpy(b, B, size, cudaMemcpyHostToDevice);
  add<<<(N + 63) / 64, 64>>>(a, b, c, N);
  if (cudaGetLastError() != cudaSuccess) {
    printf("the launch failed\n");
    return 1;
  }
  cudaMemcpy(C, c, size, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) printf("%d\n", C[i]);

  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
