// C = A * B, a whole program that doesn't ask whether its launch failed: then it prints what C held before.

#include <cstdio>

#ifndef A_ROWS
#define A_ROWS 2
#endif
#ifndef A_COLUMNS
#define A_COLUMNS 3
#endif
#ifndef B_COLUMNS
#define B_COLUMNS 4
#endif
#ifndef A_FIRST
#define A_FIRST 1
#endif
#ifndef B_FIRST
#define B_FIRST 1
#endif
#ifndef BLOCK_WIDTH
#define BLOCK_WIDTH 16
#endif
#ifndef BLOCK_HEIGHT
#define BLOCK_HEIGHT 16
#endif

__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;

  if (row < m && col < k) {
    float sum = 0.0f;
    for (int i = 0; i < n; ++i) {
      sum += A[row * n + i] * B[i * k + col];
    }
    C[row * k + col] = sum;
  }
}

__global__ void fill(float* C, float value) {
  C[threadIdx.x] = value;
}

int main() {
  const int m = A_ROWS, n = A_COLUMNS, k = B_COLUMNS;
  float A[m * n], B[n * k], C[m * k];  // the host's
  for (int i = 0; i < m * n; ++i) A[i] = A_FIRST + i;
  for (int i = 0; i < n * k; ++i) B[i] = B_FIRST + i;

  float *a, *b, *c;  // the device's
  cudaMalloc(&a, sizeof A);
  cudaMalloc(&b, sizeof B);
  cudaMalloc(&c, sizeof C);
  cudaMemcpy(a, A, sizeof A, cudaMemcpyHostToDevice);
  cudaMemcpy(b, B, sizeof B, cudaMemcpyHostToDevice);

  dim3 block(BLOCK_WIDTH, BLOCK_HEIGHT);
  dim3 grid((k + block.x - 1) / block.x, (m + block.y - 1) / block.y);
  fill<<<1, m * k>>>(c, -1.0f);
  multiply<<<grid, block>>>(a, b, c, m, n, k);

  cudaMemcpy(C, c, sizeof C, cudaMemcpyDeviceToHost);
  for (int i = 0; i < m * k; ++i) printf("%g%c", C[i], i % k == k - 1 ? '\n' : ' ');

  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
