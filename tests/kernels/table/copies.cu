// Copies of a width x height matrix through a tile, and straight copies with a stride or an offset. Counted on an H200;
// the counts are in tests/unit/run/table_test.cpp.
#ifndef SIDE
#define SIDE 16
#endif

// The tile is written and read along its rows.
__global__ void tile_copy_rows(const float *from, float *to, int height, int width) {
  __shared__ float tile[SIDE][SIDE];
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int line = blockIdx.y * blockDim.y + threadIdx.y;
  const int place = line * width + column;
  if (column < width && line < height) {
    tile[threadIdx.y][threadIdx.x] = from[place];
    __syncthreads();
    to[place] = tile[threadIdx.y][threadIdx.x];
  }
}

// The tile is written and read along its columns.
__global__ void tile_copy_columns(const float *from, float *to, int height, int width) {
  __shared__ float tile[SIDE][SIDE];
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int line = blockIdx.y * blockDim.y + threadIdx.y;
  const int place = line * width + column;
  if (column < width && line < height) {
    tile[threadIdx.x][threadIdx.y] = from[place];
    __syncthreads();
    to[place] = tile[threadIdx.x][threadIdx.y];
  }
}

// As above, each row of the tile one element longer.
__global__ void tile_copy_padded(const float *from, float *to, int height, int width) {
  __shared__ float tile[SIDE][SIDE + 1];
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int line = blockIdx.y * blockDim.y + threadIdx.y;
  const int place = line * width + column;
  if (column < width && line < height) {
    tile[threadIdx.x][threadIdx.y] = from[place];
    __syncthreads();
    to[place] = tile[threadIdx.x][threadIdx.y];
  }
}

__global__ void strided_copy(const float *from, float *to, int stride, int count) {
  int place = stride * (threadIdx.x + blockIdx.x * blockDim.x);
  if (place < count) {
    to[place] = from[place];
  }
}

__global__ void offset_copy(const float *from, float *to, int offset, int count) {
  int place = offset + threadIdx.x + blockIdx.x * blockDim.x;
  if (place < count) {
    to[place] = from[place];
  }
}
