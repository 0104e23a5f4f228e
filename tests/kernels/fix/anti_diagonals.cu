// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[34][32]:zero
// A tile with the usual padding, by anti-diagonals: there it has conflicts.

__global__ void anti_diagonals(const int* in, int* out) {
  __shared__ int cell[32][33];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 33; i += 8) cell[t][i] = t + i;
  __syncthreads();
  if (w == 0) {
    for (int d = 31; d < 33; ++d) out[d * 31 + t] = cell[t][d - t < 0 ? 0 : d - t];
  }
}
