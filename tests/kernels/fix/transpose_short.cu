// warplens: --block 32,8 --arg in=short[32][32] --arg out=short[32][32]:zero
// Two lanes share a word.

__global__ void transpose_short(const short* in, short* out) {
  __shared__ short tile[32][32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) tile[i][t] = in[i * 32 + t];
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = tile[t][i];
}
