// warplens: --grid {ceil_div(n, 128)}
__global__ void copy(const float* in, float* out, int n) {
  int first = 4 * (blockIdx.x * 32 + threadIdx.x);
  if (first + 4 <= n) {
    *(float4*)(out + first) = *(const float4*)(in + first);
  } else {
    for (int i = first; i < n; ++i) out[i] = in[i];
  }
}
