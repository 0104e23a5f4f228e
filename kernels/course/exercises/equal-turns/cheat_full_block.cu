// Without a guard: right where blocks divide the elements.
__global__ void add_weights(const float* in, const float* weights, float* out, int n) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int i = blockIdx.x * 1024 + lane * 32 + warp;
  float sum = in[i];
  for (int k = 0; k < warp; ++k) sum += weights[k];
  out[i] = sum;
}
