__global__ void add_weights(const float* in, const float* weights, float* out, int n) {
  int i = blockIdx.x * 1024 + threadIdx.x;
  if (i >= n) return;
  float sum = in[i];
  for (int k = 0; k < i % 32; ++k) sum += weights[k];
  out[i] = sum;
}
