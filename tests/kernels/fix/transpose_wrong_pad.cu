// warplens: --block 32,8 --arg in=float[32][32] --arg out=float[32][32]:zero
// A padding that is as wide as the banks.

__global__ void transpose_wrong_pad(const float* in, float* out) {
  __shared__ float tile[32][32 + 32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) tile[i][t] = in[i * 32 + t];
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = tile[t][i];
}
