// warplens: --grid 4,1 --block 16,16 --arg A=float[64][64] --arg B=float[64][64] --arg C=float[64][64]:zero --arg m=64 --arg n=64 --arg k=64

// C = A * B. Each thread works out EACH elements of a column; what it loads of B is used for all of them.

#ifndef EACH
#define EACH 4
#endif

__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  int row = (blockIdx.y * blockDim.y + threadIdx.y) * EACH;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[EACH] = {};

  for (int i = 0; i < n; ++i) {
    float b = B[i * k + col];
    for (int e = 0; e < EACH; ++e) {
      sums[e] += A[(row + e) * n + i] * b;
    }
  }
  for (int e = 0; e < EACH; ++e) {
    C[(row + e) * k + col] = sums[e];
  }
}
