// warplens: --grid 2,2 --block 2,2 -D TILE=2 --arg M=float[3][3] --arg N=float[3][3] --arg P=float[3][3]:zero --arg n=3

// P = M * N in tiles, with the sum stored in each phase, although it is complete only after the last one.

#ifndef TILE
#define TILE 2
#endif

__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float tile_m[TILE][TILE];
  __shared__ float tile_n[TILE][TILE];

  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;

  for (int first = 0; first < n; first += TILE) {
    bool is_in_m = row < n && first + threadIdx.x < n;
    bool is_in_n = first + threadIdx.y < n && col < n;
    tile_m[threadIdx.y][threadIdx.x] = is_in_m ? M[row * n + first + threadIdx.x] : 0.0f;
    tile_n[threadIdx.y][threadIdx.x] = is_in_n ? N[(first + threadIdx.y) * n + col] : 0.0f;
    __syncthreads();

    for (int k = 0; k < TILE; ++k) {
      sum += tile_m[threadIdx.y][k] * tile_n[k][threadIdx.x];
    }
    __syncthreads();

    if (row < n && col < n) {
      P[row * n + col] = sum;
    }
  }
}
