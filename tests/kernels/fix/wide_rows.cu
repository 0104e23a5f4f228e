// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// Rows of 48 elements, by columns.

__global__ void wide_rows(const int* in, int* out) {
  __shared__ int tile[32][48];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 48; i += 8) tile[t][i] = in[t] + i;
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = tile[t][i + 16];
}
