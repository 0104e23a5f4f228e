// Rotates each row by its number.
__global__ void transpose(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[16][16];
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  int cell = (threadIdx.x + threadIdx.y) % 16;
  if (x < cols && y < rows) tile[threadIdx.y][cell] = in[y * cols + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < rows && y < cols) out[y * rows + x] = tile[threadIdx.x][cell];
}
