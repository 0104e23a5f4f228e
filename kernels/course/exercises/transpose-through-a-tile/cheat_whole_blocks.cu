// Without guards: right where blocks divide the matrix.
__global__ void transpose(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32, y = blockIdx.y * 32;
  tile[threadIdx.y][threadIdx.x] = in[(y + threadIdx.y) * cols + x + threadIdx.x];
  __syncthreads();
  out[(x + threadIdx.y) * rows + y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
