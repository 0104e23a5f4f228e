// warplens: --grid 3,4 --block 16,16 --arg A=float[50][37]:mod=9 --arg B=float[37][41]:mod=8 --arg C=float[50][41]:zero
// warplens: --arg m=50 --arg n=41 --arg k=37
// Tiles for matrices of any size: a thread whose element lies outside of a matrix stores a zero in the tile, which
// adds nothing to any sum. Every thread still takes part in every barrier.

#define TILE 16

__global__ void matmulTiledRectangular(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];

  const int row = blockIdx.y * TILE + threadIdx.y;
  const int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.f;

  for (int first = 0; first < k; first += TILE) {
    const int a_col = first + threadIdx.x;
    const int b_row = first + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = (row < m && a_col < k) ? A[row * k + a_col] : 0.f;
    tileB[threadIdx.y][threadIdx.x] = (b_row < k && col < n) ? B[b_row * n + col] : 0.f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; ++i) sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }

  if (row < m && col < n) C[row * n + col] = sum;
}
