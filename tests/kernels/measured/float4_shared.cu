// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__global__ void float4_shared(float4* a, const float4* b) {
  __shared__ float4 s[32];
  int i = threadIdx.x;
  s[i] = b[i];
  __syncthreads();
  a[i] = s[31 - i];
}
