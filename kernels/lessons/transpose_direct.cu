// warplens: --grid 2,2 --block 32,32 --arg source=float[64][64] --arg target=float[64][64]:zero --arg rows=64 --arg columns=64

// Transposes a matrix without shared memory: what a warp reads lies side by side, what it writes lies a row apart.

__global__ void transpose_direct(const float* source, float* target, int rows, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < columns && y < rows) {
    target[x * rows + y] = source[y * columns + x];
  }
}
