// warplens: --grid 2,2 --block 32,8 --arg in=float[64][64] --arg out=float[64][64]:zero --arg rows=64 --arg cols=64

// Transposes a matrix through a padded tile. A block has fewer rows of threads than its tile, and a thread moves several
// elements of a column: where it begins is worked out once.

#define TILE 32

__global__ void transpose(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[TILE][TILE + 1];
  int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

  const float* from = in + top * cols + left + threadIdx.x;
  if (left + threadIdx.x < cols) {
    int end = min(TILE, rows - top);
    for (int j = threadIdx.y; j < end; j += blockDim.y) tile[j][threadIdx.x] = from[j * cols];
  }
  __syncthreads();

  float* to = out + left * rows + top + threadIdx.x;
  if (top + threadIdx.x < rows) {
    int end = min(TILE, cols - left);
    for (int j = threadIdx.y; j < end; j += blockDim.y) to[j * rows] = tile[threadIdx.x][j];
  }
}
