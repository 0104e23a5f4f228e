// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// Two arrays of one declaration.

__global__ void two_tiles(const int* in, int* out) {
  __shared__ int left[32][32], right[32][32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) {
    left[t][i] = in[i * 32 + t];
    right[i][t] = in[i * 32 + t];
  }
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = left[i][t] - right[t][i];
}
