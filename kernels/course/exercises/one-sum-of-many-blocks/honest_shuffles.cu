// Each warp adds by shuffles, and the first warp the sums of all.
__global__ void add_all(const int* in, int* total, int n) {
  __shared__ int s[8];
  int t = threadIdx.x;
  int i = blockIdx.x * 256 + t;
  int v = i < n ? in[i] : 0;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (t % 32 == 0) s[t / 32] = v;
  __syncthreads();
  if (t >= 32) return;
  v = t < 8 ? s[t] : 0;
  for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (t == 0) atomicAdd(total, v);
}
