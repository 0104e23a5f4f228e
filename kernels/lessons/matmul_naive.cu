// warplens: --grid 1,1 --block 16,16 --arg A=float[2][3]:values=11.4,24,33.5,45,55,32.4 --arg B=float[3][4]:values=12,43,22.4,31.3,12,324,23,12,44.4,23.4,65.3,73 --arg C=float[2][4]:zero --arg m=2 --arg n=3 --arg k=4

// C = A * B, where A is m x n and B is n x k: one thread an element of C, everything read from global memory.
// DOWN_A_COLUMN turns the block round: neighbouring threads then take neighbouring rows of C instead of columns.

#ifndef DOWN_A_COLUMN
#define DOWN_A_COLUMN 0
#endif

__global__ void matmul_naive(const float* A, const float* B, float* C, int m, int n, int k) {
#if DOWN_A_COLUMN
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
