// warplens: --grid 2,2 --block 32,32 --arg in=float[64][64] --arg out=float[64][64]:zero --arg rows=64 --arg columns=64

// Transposes a matrix straight from global memory to global memory: rows are read, columns are written.

__global__ void direct(const float* in, float* out, int rows, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < columns && y < rows) {
    out[x * rows + y] = in[y * columns + x];
  }
}
