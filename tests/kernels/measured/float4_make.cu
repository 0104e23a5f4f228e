// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__global__ void float4_make(float4* a, const float* b) {
  int i = threadIdx.x;
  a[i] = make_float4(b[i], 1, 2, 3);
}
