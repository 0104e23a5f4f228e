// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// The same with atomics.

__global__ void private_atomics(const int* in, int* out) {
  __shared__ unsigned bins[32][32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) bins[i][t] = 0;
  __syncthreads();
  for (int i = w; i < 32; i += 8) atomicAdd(&bins[t][in[i] % 32], 1u);
  __syncthreads();
  for (int i = w; i < 32; i += 8) out[i * 32 + t] = static_cast<int>(bins[i][t]);
}
