// All elements as if they were even.
__global__ void choose(const float* even, const float* odd, float* out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) out[i] = even[i] * 2 + 1;
}
