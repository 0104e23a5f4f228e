// warplens: --grid 2,2 --block 32,32 -D BLOCK_SIZE=32 --arg source=float[64][64] --arg target=float[64][64]:zero --arg rows=64 --arg columns=64

// Transposes a matrix by way of shared memory. Columns of the tile are written, its rows are read: threads that are
// neighbours in a warp store words one row apart, and with rows of 32 words those are all in the same bank.

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 8
#endif

__global__ void transpose_column(const float* source, float* target, int rows, int columns) {
  __shared__ float tile[BLOCK_SIZE][BLOCK_SIZE];

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
