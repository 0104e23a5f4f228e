// warplens: --block 16,16
// A quarter of the tile at a time.
__global__ void transpose(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  int t = threadIdx.y * 16 + threadIdx.x;
  int left = blockIdx.x * 32, top = blockIdx.y * 32;
  for (int i = t; i < 1024; i += 256) {
    int x = left + i % 32, y = top + i / 32;
    if (x < cols && y < rows) tile[i / 32][i % 32] = in[y * cols + x];
  }
  __syncthreads();
  for (int i = t; i < 1024; i += 256) {
    int x = top + i % 32, y = left + i / 32;
    if (x < rows && y < cols) out[y * rows + x] = tile[i % 32][i / 32];
  }
}
