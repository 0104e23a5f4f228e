// warplens: --block 64 --arg in=float[128] --arg out=float[128]:zero
// Butterflies of growing distance, in place.

__global__ void fft_butterflies(const float* in, float* out) {
  __shared__ float re[128];
  const int t = threadIdx.x;
  re[t] = in[t];
  re[t + 64] = in[t + 64];
  for (int d = 1; d < 128; d *= 2) {
    __syncthreads();
    const int i = t / d * 2 * d + t % d;
    const float a = re[i], b = re[i + d];
    re[i] = a + b;
    re[i + d] = a - b;
  }
  __syncthreads();
  out[t] = re[t];
  out[t + 64] = re[t + 64];
}
