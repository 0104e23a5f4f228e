// warplens: --block 32,8 --arg in=float[32][32] --arg out=float[32][32]:zero
// The extents are a macro.

#define TILE 32

__global__ void transpose_macro(const float* in, float* out) {
  __shared__ float tile[TILE][TILE];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) tile[i][t] = in[i * 32 + t];
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = tile[t][i];
}
