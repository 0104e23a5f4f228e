// warplens: --grid 2,2 --block 16,16 -D TILE=16 -D PAD=0 --arg M=float[32][32] --arg N=float[32][32] --arg P=float[32][32]:zero --arg n=32

// P = M * N in tiles that are kept by rows, as they come. n is a multiple of TILE.

#ifndef TILE
#define TILE 16
#endif
#ifndef PAD
#define PAD 0
#endif

__global__ void tiled(const float* M, const float* N, float* P, int n) {
  __shared__ float tile_m[TILE][TILE + PAD];
  __shared__ float tile_n[TILE][TILE + PAD];

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
