// warplens: --grid {ceil_div(n, 128)}
// Leaves out what is not a whole four.
__global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i < n / 4) ((float4*)out)[i] = ((const float4*)in)[i];
}
