// warplens: --block 32 --arg in=int[1024] --arg out=int[256]:zero
// Four lanes take four neighbours of each of eight rows: only a swizzle of whole groups parts them.
__global__ void groups_of_four(const int* in, int* out) {
  __shared__ int s[32][32];
  int t = threadIdx.x;
  for (int r = 0; r < 32; ++r) s[r][t] = in[r * 32 + t];
  __syncthreads();
  for (int g = 0; g < 8; ++g) out[g * 32 + t] = s[t / 4][g * 4 + t % 4];
}
