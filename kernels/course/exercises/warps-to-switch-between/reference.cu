// warplens: --grid {ceil_div(rows, 32)} --block 1024
// The sums of a block's rows are stored side by side.
__global__ void add_rows(const int* in, int* out, int rows) {
  __shared__ int sums[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int first = blockIdx.x * 32;
  int v = 0;
  if (first + warp < rows) v = in[(first + warp) * 32 + lane];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  if (warp == 0 && first + lane < rows) out[first + lane] = sums[lane];
}
