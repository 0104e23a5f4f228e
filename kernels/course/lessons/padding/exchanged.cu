// warplens: --grid 4,4 --block 16,16 -D BLOCK_SIZE=16 --arg in=float[64][64] --arg out=float[64][64]:zero --arg rows=64 --arg cols=64

// Transposes a matrix by way of a tile without an unused word: in each row of the tile the columns are exchanged, column
// c of row r is at c ^ r. Each row is in another order, so the words of a column are in different banks. BLOCK_SIZE is a
// power of two: c ^ r is then a column of the tile.

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 32
#endif

__global__ void transpose(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[BLOCK_SIZE][BLOCK_SIZE];

  int x = blockIdx.x * BLOCK_SIZE + threadIdx.x;
  int y = blockIdx.y * BLOCK_SIZE + threadIdx.y;
  if (x < cols && y < rows) {
    tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[y * cols + x];
  }
  __syncthreads();

  x = blockIdx.y * BLOCK_SIZE + threadIdx.x;
  y = blockIdx.x * BLOCK_SIZE + threadIdx.y;
  if (x < rows && y < cols) {
    out[y * rows + x] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
  }
}
