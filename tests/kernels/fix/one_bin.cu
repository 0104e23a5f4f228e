// warplens: --block 64 --arg in=int[64]:mod=3 --arg out=int[4]:zero
// Atomics of many lanes on one element: no layout helps.

__global__ void one_bin(const int* in, int* out) {
  __shared__ int bins[4];
  const int t = threadIdx.x;
  if (t < 4) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t]], 1);
  __syncthreads();
  if (t < 4) out[t] = bins[t];
}
