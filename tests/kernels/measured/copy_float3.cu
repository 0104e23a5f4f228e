// warplens: --grid 1 --block 32 --arg a=float[1020]:zero --arg b=float[1020]
__global__ void copy_float3(float3* a, const float3* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
