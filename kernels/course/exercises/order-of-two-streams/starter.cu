// Squares the elements of two vectors in two streams, adds them up and prints the sums.

#include <cstdio>

#ifndef N
#define N 100
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void square(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i];
}

__global__ void add(const int* a, int* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] += a[i];
}

int main() {
  int A[N], B[N];  // the host's
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    A[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    B[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
  }

  int *a, *b;  // the device's
  cudaMalloc(&a, sizeof A);
  cudaMalloc(&b, sizeof B);
  cudaMemcpy(a, A, sizeof A, cudaMemcpyHostToDevice);
  cudaMemcpy(b, B, sizeof B, cudaMemcpyHostToDevice);

  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);

  square<<<(N + 63) / 64, 64, 0, first>>>(a, N);
  square<<<(N + 63) / 64, 64, 0, second>>>(b, N);
  add<<<(N + 63) / 64, 64, 0, second>>>(a, b, N);

  cudaMemcpy(B, b, sizeof B, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) printf("%d\n", B[i]);

  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(a);
  cudaFree(b);
}
