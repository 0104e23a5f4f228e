// warplens: --block 32,8 --arg in=float[34][34] --arg out=float[32][32]:zero
// A stencil whose lanes walk down the columns of a tile of 34 rows.

__global__ void jacobi_columns(const float* in, float* out) {
  __shared__ float tile[34][34];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 34; i += 8) {
    tile[i][t] = in[i * 34 + t];
    if (t < 2) tile[i][t + 32] = in[i * 34 + t + 32];
  }
  __syncthreads();
  for (int i = w + 1; i < 33; i += 8)
    out[(i - 1) * 32 + t] = tile[t][i] + tile[t + 2][i] + tile[t + 1][i - 1] + tile[t + 1][i + 1];
}
