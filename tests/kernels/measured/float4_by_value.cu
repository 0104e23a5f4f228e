// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__device__ float f(float4 v) {
  return v.x + v.z;
}
__global__ void float4_by_value(float* a, const float4* b) {
  int i = threadIdx.x;
  a[i] = f(b[i]);
}
