// warplens: --grid 16,16 --block 16,16 --arg n=256
// warplens: --arg M=float[256][256] --arg N=float[256][256] --arg P=float[256][256]:zero
//
// P = M * N in tiles whose rows are one word longer than they need. Here no column of a tile is
// read by one warp, so that there was nothing to cure, and with tiles 16 wide the stores now conflict.
#ifndef TILE
#define TILE 16
#endif

__global__ void product_padded(const float* M, const float* N, float* P, int n) {
  __shared__ float tile_m[TILE][TILE + 1];
  __shared__ float tile_n[TILE][TILE + 1];
  int row = blockIdx.y * TILE + threadIdx.y;
  int column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int begin = 0; begin < n; begin += TILE) {
    int m_column = begin + threadIdx.x;
    int n_row = begin + threadIdx.y;
    tile_m[threadIdx.y][threadIdx.x] = row < n && m_column < n ? M[row * n + m_column] : 0.0f;
    tile_n[threadIdx.y][threadIdx.x] = n_row < n && column < n ? N[n_row * n + column] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += tile_m[threadIdx.y][k] * tile_n[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) P[row * n + column] = sum;
}
