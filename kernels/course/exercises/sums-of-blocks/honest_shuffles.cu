// The lanes of a warp add up without shared memory, then one of each warp adds to the sum of its
// block.

#include <cstdio>

#ifndef N
#define N 500
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void multiply(const int* a, const int* b, int* sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = i < n ? a[i] * b[i] : 0;
  for (int far = 16; far > 0; far /= 2) sum += __shfl_down_sync(0xffffffff, sum, far);
  if (threadIdx.x % 32 == 0) atomicAdd(&sums[blockIdx.x], sum);
}

int main() {
  const int blocks = (N + 63) / 64;
  int A[N], B[N];  // the host's
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    A[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    B[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
  }

  int *a, *b, *sums;  // the device's
  cudaMalloc(&a, sizeof A);
  cudaMalloc(&b, sizeof B);
  cudaMalloc(&sums, blocks * sizeof(int));
  cudaMemset(sums, 0, blocks * sizeof(int));
  cudaMemcpy(a, A, sizeof A, cudaMemcpyHostToDevice);
  cudaMemcpy(b, B, sizeof B, cudaMemcpyHostToDevice);

  multiply<<<blocks, 64>>>(a, b, sums, N);
  int found[blocks], sum = 0;
  cudaMemcpy(found, sums, sizeof found, cudaMemcpyDeviceToHost);
  for (int i = 0; i < blocks; ++i) sum += found[i];
  printf("%d\n", sum);

  cudaFree(a);
  cudaFree(b);
  cudaFree(sums);
}
