// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// Each lane looks up in its own row.

__global__ void table_rows(const int* in, int* out) {
  __shared__ int table[32][16];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 16; i += 8) table[t][i] = in[i * 32 + t];
  __syncthreads();
  for (int i = w; i < 16; i += 8) out[i * 32 + t] = table[t][i ^ 5];
}
