// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// A tile whose index is worked out by hand.

__global__ void flat_tile(const int* in, int* out) {
  __shared__ int tile[32 * 32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) tile[i * 32 + t] = in[i * 32 + t];
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = tile[t * 32 + i];
}
