// warplens: --block 32 --arg in=float[1024] --arg out=float[1024]:zero
// Two arrays, one macro: a change of it is for both.
#define AT(array, row, column) array[(row)*32 + (column)]
__global__ void shared_macro(const float* in, float* out) {
  __shared__ float a[1024], b[1024];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i) {
    AT(a, i, t) = in[i * 32 + t];
    AT(b, i, t) = 2 * in[i * 32 + t];
  }
  __syncthreads();
  for (int i = 0; i < 32; ++i) out[i * 32 + t] = AT(a, t, i) + AT(b, t, i);
}
