// Turns without a barrier between them.

#include <cstdio>

#ifndef N
#define N 500
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void multiply(const int* a, const int* b, int* sums, int n) {
  __shared__ int kept[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  kept[threadIdx.x] = i < n ? a[i] * b[i] : 0;
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half) kept[threadIdx.x] += kept[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = kept[0];
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
