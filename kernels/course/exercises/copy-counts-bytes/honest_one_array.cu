// Both vectors in one array, with one copy there; the sums take the first one's place.

#include <cstdio>

#ifndef N
#define N 100
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void add(int* both, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) both[i] += both[n + i];
}

int main() {
  int both[2 * N];
  int *A = both, *B = both + N;
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    A[i] = (state = state * 1664525 + 1013904223) >> 22;
    B[i] = (state = state * 1664525 + 1013904223) >> 22;
  }

  int* device;
  cudaMalloc(&device, sizeof both);
  cudaMemcpy(device, both, sizeof both, cudaMemcpyHostToDevice);
  add<<<(N + 63) / 64, 64>>>(device, N);
  cudaMemcpy(both, device, N * sizeof *device, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) printf("%d\n", both[i]);
  cudaFree(device);
}
