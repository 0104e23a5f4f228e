// warplens: --grid 2,2 --block 32,32 -D BLOCK_SIZE=32 -D PAD=1 --arg source=float[64][64] --arg target=float[64][64]:zero --arg rows=64 --arg columns=64

// Transposes a matrix by way of shared memory: columns of the tile are written, its rows are read. Its rows are PAD words
// longer than the block is wide. Nobody uses the extra words: they only move each row on by PAD banks.

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 8
#endif
#ifndef PAD
#define PAD 1
#endif

__global__ void transpose_padded(const float* source, float* target, int rows, int columns) {
  __shared__ float tile[BLOCK_SIZE][BLOCK_SIZE + PAD];

  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < columns && y < rows) {
    tile[threadIdx.x][threadIdx.y] = source[y * columns + x];
  }
  __syncthreads();

  // The block's place in the result: its row of blocks is a column of blocks there.
  x = blockIdx.y * blockDim.y + threadIdx.x;
  y = blockIdx.x * blockDim.x + threadIdx.y;
  if (x < rows && y < columns) {
    target[y * rows + x] = tile[threadIdx.y][threadIdx.x];
  }
}
