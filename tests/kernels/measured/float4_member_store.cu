// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__global__ void float4_member_store(float4* a, const float* b) {
  int i = threadIdx.x;
  a[i].y = b[i];
  a[i].z += 2;
}
