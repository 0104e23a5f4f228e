// warplens: --grid {ceil_div(cols, block_x)},{ceil_div(rows, block_y)} --block 32,8
__global__ void twice(const float* in, float* out, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[row * cols + col] = 2 * in[row * cols + col];
}
