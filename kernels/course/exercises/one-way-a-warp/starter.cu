__global__ void choose(const float* even, const float* odd, float* out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  if (i % 2 == 0)
    out[i] = even[i] * 2 + 1;
  else
    out[i] = odd[i] * 3 + 2;
}
