// warplens: --grid 4,4 --block 16,16 -D BLOCK_SIZE=16 -D PAD=1 --arg M=float[64][64] --arg N=float[64][64] --arg P=float[64][64]:zero --arg n=64

// P = M * N for square n x n matrices, in tiles. No warp walks down a column of a tile, yet PAD makes their rows longer.

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 16
#endif
#ifndef PAD
#define PAD 0
#endif

__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float tile_m[BLOCK_SIZE][BLOCK_SIZE + PAD];
  __shared__ float tile_n[BLOCK_SIZE][BLOCK_SIZE + PAD];

  int row = blockIdx.y * BLOCK_SIZE + threadIdx.y;
  int col = blockIdx.x * BLOCK_SIZE + threadIdx.x;
  float sum = 0.0f;

  for (int first = 0; first < n; first += BLOCK_SIZE) {
    bool is_in_m = row < n && first + threadIdx.x < n;
    bool is_in_n = first + threadIdx.y < n && col < n;
    tile_m[threadIdx.y][threadIdx.x] = is_in_m ? M[row * n + first + threadIdx.x] : 0.0f;
    tile_n[threadIdx.y][threadIdx.x] = is_in_n ? N[(first + threadIdx.y) * n + col] : 0.0f;
    __syncthreads();

    for (int k = 0; k < BLOCK_SIZE; ++k) {
      sum += tile_m[threadIdx.y][k] * tile_n[k][threadIdx.x];
    }
    __syncthreads();
  }

  if (row < n && col < n) {
    P[row * n + col] = sum;
  }
}
