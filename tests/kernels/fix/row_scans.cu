// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// Every thread scans its own row.

__global__ void row_scans(const int* in, int* out) {
  __shared__ int tile[32][32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) tile[i][t] = in[i * 32 + t];
  __syncthreads();
  if (w == 0) {
    for (int i = 1; i < 32; ++i) tile[t][i] += tile[t][i - 1];
  }
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = tile[i][t];
}
