// warplens: --grid {min(ceil_div(n, 128), 4)}
// A few blocks walk over the fours; the first threads copy what is left.
__global__ void copy(const float* in, float* out, int n) {
  int t = blockIdx.x * 32 + threadIdx.x;
  for (int i = t; i < n / 4; i += gridDim.x * 32) ((float4*)out)[i] = ((const float4*)in)[i];
  if (t < n % 4) out[n / 4 * 4 + t] = in[n / 4 * 4 + t];
}
