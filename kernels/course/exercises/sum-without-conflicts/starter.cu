__global__ void sum(const float* in, float* out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (t < 128 / d) s[2 * d * t] += s[2 * d * t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
