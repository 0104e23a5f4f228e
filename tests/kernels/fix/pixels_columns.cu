// warplens: --block 32,8 --arg in=uchar4[32][32] --arg out=uchar4[32][32]:zero
// Pixels, transposed.

__global__ void pixels_columns(const uchar4* in, uchar4* out) {
  __shared__ uchar4 pixel[32][32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) pixel[t][i] = in[i * 32 + t];
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = pixel[i][t];
}
