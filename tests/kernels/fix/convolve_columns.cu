// warplens: --block 32,4 --arg in=float[32][64] --arg out=float[32][32]:zero
// A filter along the rows, by lanes that each have a row.

__global__ void convolve_columns(const float* in, float* out) {
  __shared__ float tile[32][64];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 4) {
    tile[i][t] = in[i * 64 + t];
    tile[i][t + 32] = in[i * 64 + t + 32];
  }
  __syncthreads();
  for (int i = w; i < 32; i += 4) {
    float sum = 0;
    for (int k = 0; k < 5; ++k) sum += tile[t][i + k] * (k + 1);
    out[i * 32 + t] = sum;
  }
}
