// Copies back as many products as there are blocks.

#include <cstdio>

#ifndef N
#define N 500
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void multiply(const int* a, const int* b, int* products, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) products[i] = a[i] * b[i];
}

int main() {
  int A[N], B[N];  // the host's
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) {
    A[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    B[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
  }

  int *a, *b, *products;  // the device's
  cudaMalloc(&a, sizeof A);
  cudaMalloc(&b, sizeof B);
  cudaMalloc(&products, N * sizeof(int));
  cudaMemcpy(a, A, sizeof A, cudaMemcpyHostToDevice);
  cudaMemcpy(b, B, sizeof B, cudaMemcpyHostToDevice);

  multiply<<<(N + 63) / 64, 64>>>(a, b, products, N);
  int found[(N + 63) / 64], sum = 0;
  cudaMemcpy(found, products, sizeof found, cudaMemcpyDeviceToHost);
  for (int i = 0; i < (N + 63) / 64; ++i) sum += found[i];
  printf("%d\n", sum);

  cudaFree(a);
  cudaFree(b);
  cudaFree(products);
}
