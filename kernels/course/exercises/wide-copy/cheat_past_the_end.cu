// warplens: --grid {ceil_div(n, 128)}
// The last four reaches past the end.
__global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (4 * i < n) ((float4*)out)[i] = ((const float4*)in)[i];
}
