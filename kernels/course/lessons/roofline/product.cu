// warplens: --grid 4,4 --block 16,16 --arg A=float[64][64] --arg B=float[64][64] --arg C=float[64][64]:zero --arg m=64 --arg n=64 --arg k=64

// C = A * B, where A is m x n and B is n x k: one thread an element of C, everything loaded from global memory.

#ifndef TILE
#define TILE 16
#endif

__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;

  for (int i = 0; i < n; ++i) {
    sum += A[row * n + i] * B[i * k + col];
  }
  C[row * k + col] = sum;
}
