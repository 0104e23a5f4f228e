// warplens: --grid 2,2 --block 8,8 --arg M=float[16][16] --arg N=float[16][16] --arg P=float[16][16]:zero --arg n=16

// P = M * N for square n x n matrices, one block a square of P, in phases: in each, the block copies one square of M and
// one of N into shared memory, waits, and adds their product to what every thread has summed up so far.

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 8
#endif

__global__ void matmul_tiled(const float* M, const float* N, float* P, int n) {
  __shared__ float tile_m[BLOCK_SIZE][BLOCK_SIZE];
  __shared__ float tile_n[BLOCK_SIZE][BLOCK_SIZE];

  // The element of P that this thread works out.
  int row = blockIdx.y * BLOCK_SIZE + threadIdx.y;
  int col = blockIdx.x * BLOCK_SIZE + threadIdx.x;
  float sum = 0.0f;

  for (int sub = 0; sub * BLOCK_SIZE < n; ++sub) {
    // Each thread brings one element of M and one of N; outside a matrix the tile gets zeros, which add nothing.
    if (row < n && sub * BLOCK_SIZE + threadIdx.x < n) {
      tile_m[threadIdx.y][threadIdx.x] = M[row * n + sub * BLOCK_SIZE + threadIdx.x];
    } else {
      tile_m[threadIdx.y][threadIdx.x] = 0.0f;
    }
    if (col < n && sub * BLOCK_SIZE + threadIdx.y < n) {
      tile_n[threadIdx.y][threadIdx.x] = N[(sub * BLOCK_SIZE + threadIdx.y) * n + col];
    } else {
      tile_n[threadIdx.y][threadIdx.x] = 0.0f;
    }
    __syncthreads();  // both tiles are complete

    for (int k = 0; k < BLOCK_SIZE; ++k) {
      sum += tile_m[threadIdx.y][k] * tile_n[k][threadIdx.x];
    }
    __syncthreads();  // nobody reads the tiles any more, so the next phase may overwrite them
  }

  if (row < n && col < n) {
    P[row * n + col] = sum;
  }
}
