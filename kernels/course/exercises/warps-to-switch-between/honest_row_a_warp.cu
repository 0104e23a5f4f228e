// warplens: --grid {ceil_div(rows, 32)} --block 1024
__global__ void add_rows(const int* in, int* out, int rows) {
  int row = blockIdx.x * 32 + threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  if (row >= rows) return;
  int v = in[row * 32 + lane];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (lane == 0) out[row] = v;
}
