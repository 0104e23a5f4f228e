// warplens: --grid 2,2 --block 8,8 -D TILE=8 --arg M=float[16][16] --arg N=float[16][16] --arg P=float[16][16]:zero --arg n=16

// P = M * N in tiles, with pointers that move on after each phase: to the right in M, down in N.

#ifndef TILE
#define TILE 8
#endif

__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float tile_m[TILE][TILE];
  __shared__ float tile_n[TILE][TILE];

  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  const float* next_m = M + row * n + threadIdx.x;
  const float* next_n = N + threadIdx.y * n + col;
  float sum = 0.0f;

  for (int phase = 0; phase < n / TILE; ++phase) {
    tile_m[threadIdx.y][threadIdx.x] = *next_m;
    tile_n[threadIdx.y][threadIdx.x] = *next_n;
    next_m += TILE;
    next_n += TILE * n;
    __syncthreads();

    for (int k = 0; k < TILE; ++k) {
      sum += tile_m[threadIdx.y][k] * tile_n[k][threadIdx.x];
    }
    __syncthreads();
  }

  P[row * n + col] = sum;
}
