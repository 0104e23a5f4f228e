// warplens: --grid {ceil_div(rows, 8)} --block 32,8
// A row of the block is a row of the matrix.
__global__ void add_rows(const int* in, int* out, int rows) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  int v = in[row * 32 + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
  if (threadIdx.x == 0) out[row] = v;
}
