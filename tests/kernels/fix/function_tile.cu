// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// The array is a function's own, and the function is called twice.

__device__ int turned(int value, int t, int w) {
  __shared__ int tile[32][8];
  __syncthreads();
  tile[t][w] = value;
  __syncthreads();
  return tile[(8 * w + t) % 32][t / 4];
}

__global__ void function_tile(const int* in, int* out) {
  const int t = threadIdx.x, w = threadIdx.y;
  out[w * 32 + t] = turned(in[w * 32 + t], t, w);
  out[(w + 8) * 32 + t] = turned(in[(w + 8) * 32 + t], t, w);
}
