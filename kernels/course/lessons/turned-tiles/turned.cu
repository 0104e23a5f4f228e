// warplens: --grid 2,2 --block 16,16 -D TILE=16 -D PAD=0 --arg M=float[32][32] --arg N=float[32][32] --arg P=float[32][32]:zero --arg n=32

// P = M * N in tiles that are kept by columns: the first index of a tile is the column of the matrix that it came from. The
// result is right, and where words meet in the banks is another matter. n is a multiple of TILE.

#ifndef TILE
#define TILE 16
#endif
#ifndef PAD
#define PAD 0
#endif

__global__ void turned(const float* M, const float* N, float* P, int n) {
  __shared__ float columns_m[TILE][TILE + PAD];
  __shared__ float columns_n[TILE][TILE + PAD];

  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;

  for (int phase = 0; phase < n / TILE; ++phase) {
    columns_m[threadIdx.x][threadIdx.y] = M[row * n + (phase * TILE + threadIdx.x)];
    columns_n[threadIdx.x][threadIdx.y] = N[(phase * TILE + threadIdx.y) * n + col];
    __syncthreads();

    for (int k = 0; k < TILE; ++k) {
      sum += columns_m[k][threadIdx.y] * columns_n[threadIdx.x][k];
    }
    __syncthreads();
  }

  P[row * n + col] = sum;
}
