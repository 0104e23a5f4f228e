// A copy: it needs no tile, and moves as many sectors.
__global__ void transpose(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x >= cols || y >= rows) return;
  tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
  out[y * cols + x] = tile[threadIdx.y][threadIdx.x];
}
