// warplens: --grid 4,3 --block 16,16 --arg in=float[30][42]:mod=21 --arg out=float[30][42]:zero --arg rows=30 --arg cols=42
// Two-dimensional convolution with a tile of the input, as large as the block, in shared memory: only the inner threads
// compute an element, those of the border just bring theirs.

#include <cuda_runtime.h>

#define FILTER_RADIUS 2
#define IN_TILE_DIM 16
#define OUT_TILE_DIM ((IN_TILE_DIM) - 2 * (FILTER_RADIUS))

__constant__ float F_c[2 * FILTER_RADIUS + 1][2 * FILTER_RADIUS + 1] = {
    {1, 4, 6, 4, 1}, {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6}, {4, 16, 24, 16, 4}, {1, 4, 6, 4, 1}};

__global__ void convolution2dTiled(const float* in, float* out, int rows, int cols) {
  __shared__ float in_tile[IN_TILE_DIM][IN_TILE_DIM];
  int col = blockIdx.x * OUT_TILE_DIM + threadIdx.x - FILTER_RADIUS;
  int row = blockIdx.y * OUT_TILE_DIM + threadIdx.y - FILTER_RADIUS;

  if (row >= 0 && row < rows && col >= 0 && col < cols) {
    in_tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  } else {
    in_tile[threadIdx.y][threadIdx.x] = 0.0f;
  }
  __syncthreads();

  int tile_col = threadIdx.x - FILTER_RADIUS;
  int tile_row = threadIdx.y - FILTER_RADIUS;
  if (col >= 0 && col < cols && row >= 0 && row < rows) {
    if (tile_col >= 0 && tile_col < OUT_TILE_DIM && tile_row >= 0 && tile_row < OUT_TILE_DIM) {
      float value = 0.0f;
      for (int y = 0; y < 2 * FILTER_RADIUS + 1; ++y) {
        for (int x = 0; x < 2 * FILTER_RADIUS + 1; ++x) {
          value += F_c[y][x] * in_tile[tile_row + y][tile_col + x];
        }
      }
      out[row * cols + col] = value;
    }
  }
}

int main() {
  const int rows = 30, cols = 42;
  float *in, *out;
  cudaMalloc(&in, rows * cols * sizeof(float));
  cudaMalloc(&out, rows * cols * sizeof(float));
  dim3 block(IN_TILE_DIM, IN_TILE_DIM);
  dim3 grid((cols + OUT_TILE_DIM - 1) / OUT_TILE_DIM, (rows + OUT_TILE_DIM - 1) / OUT_TILE_DIM);
  convolution2dTiled<<<grid, block>>>(in, out, rows, cols);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
