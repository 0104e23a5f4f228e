// warplens: --grid 2,2 --block 32,32 --arg A=float[64][64] --arg B=float[64][64] --arg C=float[64][64]:zero --arg m=64 --arg n=64 --arg k=64

// C = A * B, where A is m x n and B is n x k: one thread an element of C. TURNED turns the block round: neighbouring threads
// then take neighbouring rows of C instead of columns.

#ifndef TURNED
#define TURNED 0
#endif

__global__ void product(const float* A, const float* B, float* C, int m, int n, int k) {
#if TURNED
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
#else
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
#endif

  if (row < m && col < k) {
    float sum = 0.0f;
    for (int i = 0; i < n; ++i) {
      sum += A[row * n + i] * B[i * k + col];
    }
    C[row * k + col] = sum;
  }
}
