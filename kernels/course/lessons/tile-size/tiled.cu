// warplens: --grid 4,4 --block 16,16 -D TILE=16 --arg M=float[64][64] --arg N=float[64][64] --arg P=float[64][64]:zero --arg n=64

// P = M * N for square n x n matrices, one block a square of P, in phases: in each, the block copies a tile of M and a
// tile of N into shared memory, waits, and adds their product to what every thread has summed up so far. TILE decides
// how many threads a block has and how many bytes it keeps; n is a multiple of it here.

#ifndef TILE
#define TILE 16
#endif

__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float tile_m[TILE][TILE];
  __shared__ float tile_n[TILE][TILE];

  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;

  for (int phase = 0; phase < n / TILE; ++phase) {
    tile_m[threadIdx.y][threadIdx.x] = M[row * n + phase * TILE + threadIdx.x];
    tile_n[threadIdx.y][threadIdx.x] = N[(phase * TILE + threadIdx.y) * n + col];
    __syncthreads();  // both tiles are complete

    for (int k = 0; k < TILE; ++k) {
      sum += tile_m[threadIdx.y][k] * tile_n[k][threadIdx.x];
    }
    __syncthreads();  // nobody reads the tiles any more
  }

  P[row * n + col] = sum;
}
