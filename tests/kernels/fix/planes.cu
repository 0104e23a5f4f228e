// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// The last two of three extents.

__global__ void planes(const int* in, int* out) {
  __shared__ int cube[4][16][16];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) cube[i / 8][t % 16][2 * (i % 8) + t / 16] = in[i * 32 + t];
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = cube[i / 8][2 * (i % 8) + t / 16][t % 16];
}
