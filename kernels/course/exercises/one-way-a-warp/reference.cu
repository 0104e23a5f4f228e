__global__ void choose(const float* even, const float* odd, float* out, int n) {
  int side = threadIdx.x / 32;
  int i = blockIdx.x * 64 + threadIdx.x % 32 * 2 + side;
  if (i >= n) return;
  if (side == 0)
    out[i] = even[i] * 2 + 1;
  else
    out[i] = odd[i] * 3 + 2;
}
