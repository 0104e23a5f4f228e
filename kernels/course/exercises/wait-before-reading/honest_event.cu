// Waits for an event behind the kernel.

#include <cstdio>

#ifndef N
#define N 200
#endif
#ifndef MOST
#define MOST 1000
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void halve(int* numbers, int* halved, int* left, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || numbers[i] < 2) return;
  numbers[i] /= 2;
  ++halved[i];
  if (numbers[i] >= 2) atomicAdd(left, 1);
}

int main() {
  int *numbers, *halved, *left;  // of both sides
  cudaMallocManaged(&numbers, N * sizeof(int));
  cudaMallocManaged(&halved, N * sizeof(int));
  cudaMallocManaged(&left, sizeof(int));
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    numbers[i] = MOST + ((state = state * 1664525 + 1013904223) >> 16) % MOST;
    halved[i] = 0;
  }

  cudaEvent_t done;
  cudaEventCreate(&done);
  do {
    *left = 0;
    halve<<<(N + 63) / 64, 64>>>(numbers, halved, left, N);
    cudaEventRecord(done);
    cudaEventSynchronize(done);
  } while (*left > 0);
  for (int i = 0; i < N; ++i) printf("%d\n", halved[i]);

  cudaEventDestroy(done);
  cudaFree(numbers);
  cudaFree(halved);
  cudaFree(left);
}
