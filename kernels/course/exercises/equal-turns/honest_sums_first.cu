// The first warp works out all sums of weights; then nobody has turns to make.
__global__ void add_weights(const float* in, const float* weights, float* out, int n) {
  __shared__ float before[32];
  int t = threadIdx.x;
  if (t < 32) {
    float sum = 0 < t && t < n ? weights[t - 1] : 0;
    for (int d = 1; d < 32; d *= 2) {
      float other = __shfl_up_sync(0xffffffff, sum, d);
      if (t >= d) sum += other;
    }
    before[t] = sum;
  }
  __syncthreads();
  int i = blockIdx.x * 1024 + t;
  if (i < n) out[i] = in[i] + before[i % 32];
}
