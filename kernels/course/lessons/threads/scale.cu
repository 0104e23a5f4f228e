// warplens: --grid 2,2 --block 8,8 --arg in=float[16][16] --arg out=float[16][16]:zero --arg rows=16 --arg columns=16

// out = 2 * in for a matrix that is kept row by row, one thread an element: x counts columns, y counts rows.

__global__ void scale(const float* in, float* out, int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;

  if (row < rows && column < columns) {
    out[row * columns + column] = 2.0f * in[row * columns + column];
  }
}
