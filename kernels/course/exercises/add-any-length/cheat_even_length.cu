// warplens: --grid {ceil_div(n, 32)}
// Two at a time: the last of an odd number is left out.
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 1 >= n) return;
  float2 x = *(const float2*)(a + i), y = *(const float2*)(b + i);
  *(float2*)(c + i) = make_float2(x.x + y.x, x.y + y.y);
}
