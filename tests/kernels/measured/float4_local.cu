// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__global__ void float4_local(float4* a, const float4* b) {
  int i = threadIdx.x;
  float4 v = b[i];
  v.x += v.w;
  a[i] = v;
}
