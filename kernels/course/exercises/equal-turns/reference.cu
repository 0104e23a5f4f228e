// Warp w takes the elements that leave the remainder w.
__global__ void add_weights(const float* in, const float* weights, float* out, int n) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int i = blockIdx.x * 1024 + lane * 32 + warp;
  if (i >= n) return;
  float sum = in[i];
  for (int k = 0; k < i % 32; ++k) sum += weights[k];
  out[i] = sum;
}
