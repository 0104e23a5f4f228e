// warplens: --grid 2,2 --block 32,32 -D BLOCK_SIZE=32 -D PAD=1 --arg in=float[64][64] --arg out=float[64][64]:zero --arg rows=64 --arg cols=64

// Transposes a matrix by way of a tile in shared memory: a warp stores rows of the tile and loads columns of it. Nobody
// uses the PAD words at the end of each row; they move the next row on to other banks.

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 32
#endif
#ifndef PAD
#define PAD 0
#endif

__global__ void transpose(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[BLOCK_SIZE][BLOCK_SIZE + PAD];

  int x = blockIdx.x * BLOCK_SIZE + threadIdx.x;
  int y = blockIdx.y * BLOCK_SIZE + threadIdx.y;
  if (x < cols && y < rows) {
    tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
  }
  __syncthreads();

  // The block's place in the transpose: its row of blocks becomes a column of blocks.
  x = blockIdx.y * BLOCK_SIZE + threadIdx.x;
  y = blockIdx.x * BLOCK_SIZE + threadIdx.y;
  if (x < rows && y < cols) {
    out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
  }
}
