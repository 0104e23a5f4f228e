// warplens: --grid 2,2 --block 8,8 --arg M=float[16][16] --arg N=float[16][16] --arg P=float[16][16]:zero --arg n=16

// P = M * N for square n x n matrices, without tiles: each thread loads a row of M and a column of N by itself.

__global__ void multiply(const float* M, const float* N, float* P, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;

  float sum = 0.0f;
  for (int i = 0; i < n; ++i) {
    sum += M[row * n + i] * N[i * n + col];
  }
  P[row * n + col] = sum;
}
