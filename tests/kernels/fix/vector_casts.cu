// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// A row is stored four at a time and loaded one by one.

__global__ void vector_casts(const int* in, int* out) {
  __shared__ int tile[32][32];
  const int t = threadIdx.x, w = threadIdx.y;
  *reinterpret_cast<int4*>(&tile[t][4 * w]) = *reinterpret_cast<const int4*>(&in[t * 32 + 4 * w]);
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = tile[i][t];
}
