// warplens: --block 32,8 --arg in=uchar[32][32] --arg out=uchar[32][32]:zero
// Four lanes share a word.

__global__ void transpose_bytes(const unsigned char* in, unsigned char* out) {
  __shared__ unsigned char tile[32][32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) tile[i][t] = in[i * 32 + t];
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = tile[t][i];
}
