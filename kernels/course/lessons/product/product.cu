// warplens: --grid 1,1 --block 16,16 --arg A=float[2][3] --arg B=float[3][4] --arg C=float[2][4]:zero --arg m=2 --arg n=3 --arg k=4

// C = A * B, where A is m x n and B is n x k: one thread an element of C, everything loaded from global memory.

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
