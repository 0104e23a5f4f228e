// Each warp shuffles first; only one sum a warp goes through shared memory.
__global__ void sum(const int* in, int* out) {
  __shared__ int s[8];
  int t = threadIdx.x;
  int v = in[blockIdx.x * 256 + t];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
  if (t % 32 == 0) s[t / 32] = v;
  __syncthreads();
  if (t < 32) {
    v = t < 8 ? s[t] : 0;
    for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (t == 0) out[blockIdx.x] = v;
  }
}
