// Managed memory: both sides use the same arrays, and nothing is copied.

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
  int *A, *B, *C;
  cudaMallocManaged(&A, N * sizeof(int));
  cudaMallocManaged(&B, N * sizeof(int));
  cudaMallocManaged(&C, N * sizeof(int));
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    A[i] = (state = state * 1664525 + 1013904223) >> 22;
    B[i] = (state = state * 1664525 + 1013904223) >> 22;
  }

  add<<<(N + 63) / 64, 64>>>(A, B, C, N);
  cudaDeviceSynchronize();
  for (int i = 0; i < N; ++i) printf("%d ", C[i]);

  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
}
