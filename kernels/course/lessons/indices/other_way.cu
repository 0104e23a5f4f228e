// warplens: --grid 2,2 --block 8,8 -D TILE=8 -D WAY=0 --arg M=float[16][16] --arg N=float[16][16] --arg P=float[16][16]:zero --arg n=16

// P = M * N in tiles, with the index of N written in other ways. WAY chooses one of four; two of them are right.

#ifndef TILE
#define TILE 8
#endif
#ifndef WAY
#define WAY 0
#endif

__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float tile_m[TILE][TILE];
  __shared__ float tile_n[TILE][TILE];

  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;

  for (int phase = 0; phase < n / TILE; ++phase) {
    tile_m[threadIdx.y][threadIdx.x] = M[row * n + (phase * TILE + threadIdx.x)];
#if WAY == 0
    tile_n[threadIdx.y][threadIdx.x] = N[col + (phase * TILE + threadIdx.y) * n];
#elif WAY == 1
    tile_n[threadIdx.y][threadIdx.x] = N[col + phase * TILE + threadIdx.y * n];
#elif WAY == 2
    tile_n[threadIdx.y][threadIdx.x] = N[phase * TILE * n + threadIdx.y * n + col];
#else
    tile_n[threadIdx.y][threadIdx.x] = N[(phase * TILE + threadIdx.x) * n + col];
#endif
    __syncthreads();

    for (int k = 0; k < TILE; ++k) {
      sum += tile_m[threadIdx.y][k] * tile_n[k][threadIdx.x];
    }
    __syncthreads();
  }

  P[row * n + col] = sum;
}
