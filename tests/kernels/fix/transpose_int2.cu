// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// Pairs, by columns.

__global__ void transpose_int2(const int* in, int* out) {
  __shared__ int2 tile[32][16];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 16; i += 8) tile[t][i] = make_int2(in[i * 32 + t], t);
  __syncthreads();
  for (int i = w; i < 16; i += 8) out[i * 32 + t] = tile[t][i].x + tile[t][i].y;
}
