// warplens: --grid 2,2 --block 32,32 -D WAY=1 --arg in=float[64][64] --arg out=float[64][64]:zero --arg rows=64 --arg cols=64

// Transposes a matrix. WAY: 0 straight, rows are loaded; 1 through a tile; 2 through a tile with padding; 3 through a tile
// whose columns are exchanged in each row; 4 straight, rows are stored.

#ifndef WAY
#define WAY 1
#endif
#define TILE 32

__global__ void transpose(const float* in, float* out, int rows, int cols) {
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;

#if WAY == 0
  if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
#elif WAY == 4
  if (x < rows && y < cols) out[y * rows + x] = in[x * cols + y];
#else
  __shared__ float tile[TILE][TILE + (WAY == 2)];
  int swap = WAY == 3 ? TILE - 1 : 0;

  if (x < cols && y < rows) tile[threadIdx.y][threadIdx.x ^ (threadIdx.y & swap)] = in[y * cols + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < rows && y < cols) out[y * rows + x] = tile[threadIdx.x][threadIdx.y ^ (threadIdx.x & swap)];
#endif
}
