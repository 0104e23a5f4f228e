// warplens: --block 32 --arg in=float4[32] --arg out=float4[32]:zero

// Each lane t loads 16 bytes from place AT of shared memory. NARROW: 4 bytes.

#ifndef AT
#define AT t
#endif

__global__ void load(const float4* in, float4* out) {
  __shared__ float4 tile[32];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncwarp();
#ifdef NARROW
  out[t].x = ((float*)tile)[AT];
#else
  out[t] = tile[AT];
#endif
}
