// warplens: --block 32,8 --arg in=float[32][32] --arg out=float[32][32]:zero
// A padding that is there, and none.

constexpr int kTile = 32, kPad = 0;

__global__ void transpose_no_pad(const float* in, float* out) {
  __shared__ float tile[kTile][kTile + kPad];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) tile[i][t] = in[i * 32 + t];
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = tile[t][i];
}
