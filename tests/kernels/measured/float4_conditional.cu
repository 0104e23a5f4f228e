// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__global__ void float4_conditional(float4* a, const float4* b) {
  int i = threadIdx.x;
  a[i] = i % 2 ? b[i] : b[i + 32];
}
