// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// Every eighth element.

__global__ void strided_eights(const int* in, int* out) {
  __shared__ int row[256];
  const int t = threadIdx.x, w = threadIdx.y;
  if (w == 0) {
    for (int i = 0; i < 8; ++i) row[8 * t + i] = in[i * 32 + t];
  }
  __syncthreads();
  out[32 * w + t] = row[32 * w + t];
}
