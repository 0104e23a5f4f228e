// warplens: --grid 2,2 --block 32,32 --arg in=float[64][64] --arg out=float[64][64]:zero --arg rows=64 --arg columns=64

// Transposes a matrix by way of a tile: rows go into the tile, its columns come out, so that global memory is read and
// written by rows alone.

#ifndef TILE
#define TILE 32
#endif

__global__ void turn(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[TILE][TILE];

  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  if (x < columns && y < rows) {
    tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
  }
  __syncthreads();

  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < rows && y < columns) {
    out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
  }
}
