// warplens: --grid 2,4 --block 16,16 --arg M=float[64][64]:mod=8 --arg N=float[64][64]:mod=9 --arg P=float[64][64]:zero --arg width=64
// Thread coarsening: a block computes two tiles that lie side by side, so the tile of M that it has brought to shared
// memory is used for both of them instead of being brought by two blocks.

#define TILE_WIDTH 16
#define COARSE_FACTOR 2

__global__ void matrixMulCoarsened(float* M, float* N, float* P, int width) {
  __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE_WIDTH + ty;
  int colStart = blockIdx.x * TILE_WIDTH * COARSE_FACTOR + tx;

  float Pvalue[COARSE_FACTOR];
  for (int c = 0; c < COARSE_FACTOR; ++c) {
    Pvalue[c] = 0.0f;
  }

  for (int ph = 0; ph < width / TILE_WIDTH; ++ph) {
    Mds[ty][tx] = M[row * width + ph * TILE_WIDTH + tx];
    for (int c = 0; c < COARSE_FACTOR; ++c) {
      int col = colStart + c * TILE_WIDTH;
      Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * width + col];
      __syncthreads();
      for (int k = 0; k < TILE_WIDTH; ++k) {
        Pvalue[c] += Mds[ty][k] * Nds[k][tx];
      }
      __syncthreads();
    }
  }

  for (int c = 0; c < COARSE_FACTOR; ++c) {
    P[row * width + colStart + c * TILE_WIDTH] = Pvalue[c];
  }
}
