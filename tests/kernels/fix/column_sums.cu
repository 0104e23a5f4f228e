// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// Every thread adds up its own row.

__global__ void column_sums(const int* in, int* out) {
  __shared__ int tile[32][32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) tile[i][t] = in[i * 32 + t];
  __syncthreads();
  if (w == 0) {
    int sum = 0;
    for (int i = 0; i < 32; ++i) sum += tile[t][i];
    out[t] = sum;
  }
}
