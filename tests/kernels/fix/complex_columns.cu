// warplens: --block 32,8 --arg in=float[32][32] --arg out=float[32][32]:zero
// A struct of two floats.

struct Complex {
  float re, im;
};

__global__ void complex_columns(const float* in, float* out) {
  __shared__ Complex tile[32][32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) {
    tile[i][t].re = in[i * 32 + t];
    tile[i][t].im = in[t];
  }
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = tile[t][i].re * tile[t][i].im;
}
