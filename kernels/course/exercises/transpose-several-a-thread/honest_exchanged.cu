// warplens: --block 32,4
// Eight elements each, where they begin worked out once, and exchanged columns in place of padding.
__global__ void transpose(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];
  int t = threadIdx.x, first = threadIdx.y;
  int x = blockIdx.x * 32, y = blockIdx.y * 32;
  const float* from = in + y * cols + x + t;
  if (x + t < cols) {
    for (int j = first; j < min(32, rows - y); j += 4) tile[j][t ^ j] = from[j * cols];
  }
  __syncthreads();
  float* to = out + x * rows + y + t;
  if (y + t < rows) {
    for (int j = first; j < min(32, cols - x); j += 4) to[j * rows] = tile[t][j ^ t];
  }
}
