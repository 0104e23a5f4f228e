// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__global__ void float4_cast(float* a, const float* b) {
  __shared__ float s[128];
  int i = threadIdx.x;
  *reinterpret_cast<float4*>(&s[4 * i]) = reinterpret_cast<const float4*>(b)[i];
  __syncthreads();
  float4 v = ((float4*)s)[31 - i];
  a[i] = v.x + v.y;
  reinterpret_cast<float4*>(a + 128)[i] = v;
}
