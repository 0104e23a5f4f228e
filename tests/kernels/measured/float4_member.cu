// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__global__ void float4_member(float* a, const float4* b) {
  int i = threadIdx.x;
  a[i] = b[i].x + b[i].w;
}
