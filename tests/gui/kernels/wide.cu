// warplens: --grid 1 --block 32 --arg in=float[512] --arg out=float[512]
// 16 and 8 bytes a lane: without a conflict, with one, and with neighbours that read the same.
__global__ void wide(const float4* in, float4* out) {
  __shared__ float4 tile[128];
  __shared__ float2 pairs[64];
  int i = threadIdx.x;
  float4 v = in[i];
  tile[i] = v;
  tile[i + 32] = v;
  pairs[i] = make_float2(v.x, v.y);
  __syncthreads();
  float4 clean = tile[i];
  float4 apart = tile[i * 2];
  float4 same = tile[i / 2];
  float2 pair = pairs[i];
  out[i] = make_float4(clean.x + apart.x, same.y, pair.x, pair.y);
}
