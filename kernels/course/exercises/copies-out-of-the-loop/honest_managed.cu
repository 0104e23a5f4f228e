// Managed memory: the two arrays change places, and nothing is copied.

#include <cstdio>

#ifndef N
#define N 200
#endif
#ifndef STEPS
#define STEPS 6
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void smooth(const int* from, int* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int left = i > 0 ? from[i - 1] : from[i];
  int right = i < n - 1 ? from[i + 1] : from[i];
  to[i] = (left + 2 * from[i] + right) / 4;
}

int main() {
  int *from, *to;
  cudaMallocManaged(&from, N * sizeof(int));
  cudaMallocManaged(&to, N * sizeof(int));
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) from[i] = 1 + ((state = state * 1664525 + 1013904223) >> 16);

  for (int step = 0; step < STEPS; ++step) {
    smooth<<<(N + 63) / 64, 64>>>(from, to, N);
    int* newest = to;
    to = from;
    from = newest;
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < N; ++i) printf("%d\n", from[i]);

  cudaFree(from);
  cudaFree(to);
}
