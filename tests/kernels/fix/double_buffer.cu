// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// Two tiles in one array.

__global__ void double_buffer(const int* in, int* out) {
  __shared__ int tile[2][32][32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) {
    tile[0][i][t] = in[i * 32 + t];
    tile[1][t][i] = in[i * 32 + t];
  }
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = tile[0][t][i] + tile[1][i][t];
}
