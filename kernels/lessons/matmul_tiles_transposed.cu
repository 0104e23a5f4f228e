// warplens: --grid 2,2 --block 16,16 -D BLOCK_SIZE=16 --arg A=float[32][32] --arg B=float[32][32] --arg C=float[32][32]:zero --arg m=32 --arg n=32 --arg k=32

// C = A * B in tiles, where A is m x n and B is n x k. Both tiles are kept transposed: the first index of a tile is the
// column of the matrix it came from. The result is right; the order in shared memory is costly.

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 8
#endif

__global__ void matmul_tiles_transposed(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float columns_a[BLOCK_SIZE][BLOCK_SIZE];
  __shared__ float columns_b[BLOCK_SIZE][BLOCK_SIZE];

  int row = blockIdx.y * BLOCK_SIZE + threadIdx.y;
  int col = blockIdx.x * BLOCK_SIZE + threadIdx.x;
  float sum = 0.0f;

  for (int phase = 0; phase * BLOCK_SIZE < n; ++phase) {
    if (row < m && phase * BLOCK_SIZE + threadIdx.x < n) {
      columns_a[threadIdx.x][threadIdx.y] = A[row * n + phase * BLOCK_SIZE + threadIdx.x];
    } else {
      columns_a[threadIdx.x][threadIdx.y] = 0.0f;
    }
    if (col < k && phase * BLOCK_SIZE + threadIdx.y < n) {
      columns_b[threadIdx.x][threadIdx.y] = B[(phase * BLOCK_SIZE + threadIdx.y) * k + col];
    } else {
      columns_b[threadIdx.x][threadIdx.y] = 0.0f;
    }
    __syncthreads();

    for (int i = 0; i < BLOCK_SIZE; ++i) {
      sum += columns_a[i][threadIdx.y] * columns_b[threadIdx.x][i];
    }
    __syncthreads();
  }

  if (row < m && col < k) {
    C[row * k + col] = sum;
  }
}
