// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__global__ void float4_chain(float4* a, float4* b) {
  int i = threadIdx.x;
  a[i + 32] = a[i] = b[i];
}
