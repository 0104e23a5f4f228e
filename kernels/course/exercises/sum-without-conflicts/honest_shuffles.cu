// Each warp adds its own by shuffles; one word a warp is shared.
__global__ void sum(const float* in, float* out) {
  __shared__ float s[8];
  int t = threadIdx.x;
  float v = in[blockIdx.x * 256 + t];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (t % 32 == 0) s[t / 32] = v;
  __syncthreads();
  if (t >= 32) return;
  v = t < 8 ? s[t] : 0;
  for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (t == 0) out[blockIdx.x] = v;
}
