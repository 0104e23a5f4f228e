// warplens: --shared {128 * turns}
// A warp's rows at a time; all threads of the block add parts of them.
__global__ void add_rows(const float* in, float* out, int turns) {
  extern __shared__ float s[];
  int t = threadIdx.x, row = t / 8, part = t % 8;
  for (int first = 0; first < 256; first += 32) {
    const float* rows = in + (blockIdx.x * 256 + first) * turns;
    for (int i = t; i < 32 * turns; i += 256) s[i] = rows[i];
    __syncthreads();
    float sum = 0;
    for (int i = part; i < turns; i += 8) sum += s[row * turns + i];
    for (int d = 4; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d, 8);
    if (part == 0) out[blockIdx.x * 256 + first + row] = sum;
    __syncthreads();
  }
}
