// warplens: --grid 2 --block 128 --arg in=int[256] --arg out=int[2]:zero
// The tree whose distances grow.

__global__ void reduce_by_twos(const int* in, int* out) {
  __shared__ int part[128];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 128 + t];
  for (int d = 1; d < 128; d *= 2) {
    __syncthreads();
    const int i = 2 * d * t;
    if (i < 128) part[i] += part[i + d];
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
