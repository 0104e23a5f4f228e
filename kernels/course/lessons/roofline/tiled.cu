// warplens: --grid 4,4 --block 16,16 --arg A=float[64][64] --arg B=float[64][64] --arg C=float[64][64]:zero --arg m=64 --arg n=64 --arg k=64

// The same in tiles. TILE divides m, n and k.

#ifndef TILE
#define TILE 16
#endif

__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float tile_a[TILE][TILE];
  __shared__ float tile_b[TILE][TILE];

  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;

  for (int first = 0; first < n; first += TILE) {
    tile_a[threadIdx.y][threadIdx.x] = A[row * n + first + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * k + col];
    __syncthreads();  // both tiles are complete

    for (int i = 0; i < TILE; ++i) {
      sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    }
    __syncthreads();  // nobody reads the tiles any more
  }
  C[row * k + col] = sum;
}
