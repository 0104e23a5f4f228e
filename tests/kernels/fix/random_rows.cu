// warplens: --block 32,8 --arg in=int[32][32]:random=5 --arg out=int[32][32]:zero
// Elements that chance chooses.

__global__ void random_rows(const int* in, int* out) {
  __shared__ int tile[16][16];
  const int t = threadIdx.x, w = threadIdx.y;
  tile[w][t % 16] = t % 16;
  tile[w + 8][t % 16] = w;
  __syncthreads();
  for (int i = w; i < 32; i += 8) {
    const unsigned at = in[i * 32 + t];
    out[i * 32 + t] = tile[at / 16 % 16][at % 16];
  }
}
