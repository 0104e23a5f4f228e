__global__ void add_pairs(const float* in, float* out, int n) {
  __shared__ float s[2 * 128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  if (i < n) {
    s[2 * t] = in[2 * i];
    s[2 * t + 1] = in[2 * i + 1];
  }
  __syncthreads();
  if (i < n) {
    float x = 0, y = 0;
    for (int k = t; k < t + 8 && k < 128 && k < t + n - i; ++k) {
      x += s[2 * k];
      y += s[2 * k + 1];
    }
    out[2 * i] = x;
    out[2 * i + 1] = y;
  }
}
