// warplens: --grid 2,2 --block 32,32 -D BLOCK_SIZE=32 --arg source=float[64][64] --arg target=float[64][64]:zero --arg rows=64 --arg columns=64

// Transposes a matrix by way of shared memory, but the tile turns nothing: it is written and read along its rows. Lanes
// that are neighbours touch neighbouring words, which are in different banks; each thread loads what it stored itself.

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 8
#endif

__global__ void transpose_row(const float* source, float* target, int rows, int columns) {
  __shared__ float tile[BLOCK_SIZE][BLOCK_SIZE];

  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < columns && y < rows) {
    tile[threadIdx.y][threadIdx.x] = source[y * columns + x];
  }
  __syncthreads();
  if (x < columns && y < rows) {
    target[x * rows + y] = tile[threadIdx.y][threadIdx.x];
  }
}
