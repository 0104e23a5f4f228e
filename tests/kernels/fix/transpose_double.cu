// warplens: --block 32,8 --arg in=double[32][32] --arg out=double[32][32]:zero
// 8 bytes a lane: half a warp at a time.

__global__ void transpose_double(const double* in, double* out) {
  __shared__ double tile[32][32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) tile[i][t] = in[i * 32 + t];
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = tile[t][i];
}
