// warplens: --shared {256 * turns}
// The rows of 64 threads at a time.
__global__ void add_rows(const float* in, float* out, int turns) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  float sum = 0;
  for (int first = 0; first < 256; first += 64) {
    const float* rows = in + (blockIdx.x * 256 + first) * turns;
    for (int i = t; i < 64 * turns; i += 256) s[i] = rows[i];
    __syncthreads();
    if (t / 64 * 64 == first) {
      for (int i = 0; i < turns; ++i) sum += s[t % 64 * turns + i];
    }
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = sum;
}
