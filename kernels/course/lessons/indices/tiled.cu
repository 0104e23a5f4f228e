// warplens: --grid 2,2 --block 8,8 -D TILE=8 --arg M=float[16][16] --arg N=float[16][16] --arg P=float[16][16]:zero --arg n=16

// P = M * N for square n x n matrices, in tiles. Every index is the rows before an element, times their length, plus the
// columns before it: row is that of M and P, col that of N and P, and the phase gives the other one. n is a multiple of
// TILE here.

#ifndef TILE
#define TILE 8
#endif

__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float tile_m[TILE][TILE];
  __shared__ float tile_n[TILE][TILE];

  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;

  for (int phase = 0; phase < n / TILE; ++phase) {
    tile_m[threadIdx.y][threadIdx.x] = M[row * n + (phase * TILE + threadIdx.x)];
    tile_n[threadIdx.y][threadIdx.x] = N[(phase * TILE + threadIdx.y) * n + col];
    __syncthreads();

    for (int k = 0; k < TILE; ++k) {
      sum += tile_m[threadIdx.y][k] * tile_n[k][threadIdx.x];
    }
    __syncthreads();
  }

  P[row * n + col] = sum;
}
