// warplens: --grid 2,2 --block 32,32 -D BLOCK_SIZE=32 -D PAD=1 --arg source=float[64][64] --arg target=float[64][64]:zero --arg rows=64 --arg columns=64

// Copies a matrix by way of shared memory, down the columns of the tile, whose rows are PAD words longer than the block is
// wide. Nobody uses the extra words: they only move each row on by PAD banks against the row above it.

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 8
#endif
#ifndef PAD
#define PAD 1
#endif

__global__ void copy_padded(const float* source, float* target, int rows, int columns) {
  __shared__ float tile[BLOCK_SIZE][BLOCK_SIZE + PAD];

  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < columns && y < rows) {
    tile[threadIdx.x][threadIdx.y] = source[y * columns + x];
  }
  __syncthreads();
  if (x < columns && y < rows) {
    target[y * columns + x] = tile[threadIdx.x][threadIdx.y];
  }
}
