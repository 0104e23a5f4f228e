// All add to one number, in one step each.

#include <cstdio>

#ifndef N
#define N 500
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void multiply(const int* a, const int* b, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, a[i] * b[i]);
}

int main() {
  int A[N], B[N];  // the host's
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    A[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    B[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
  }

  int *a, *b, *total;  // the device's
  cudaMalloc(&a, sizeof A);
  cudaMalloc(&b, sizeof B);
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  cudaMemcpy(a, A, sizeof A, cudaMemcpyHostToDevice);
  cudaMemcpy(b, B, sizeof B, cudaMemcpyHostToDevice);

  multiply<<<(N + 63) / 64, 64>>>(a, b, total, N);
  int sum = 0;
  cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
  printf("%d\n", sum);

  cudaFree(a);
  cudaFree(b);
  cudaFree(total);
}
