// Each warp adds a part of its own, in turns of a line.
__global__ void add_parts(const int* in, int* out, int n) {
  __shared__ int sums[8];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int first = blockIdx.x * 2048 + warp * 256;
  int mine = 0;
  for (int i = first + lane; i < first + 256 && i < n; i += 32) mine += in[i];
  for (int d = 16; d > 0; d /= 2) mine += __shfl_down_sync(0xffffffff, mine, d);
  if (lane == 0) sums[warp] = mine;
  __syncthreads();
  if (threadIdx.x > 0) return;
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += sums[i];
  out[blockIdx.x] = sum;
}
