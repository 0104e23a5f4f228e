// warplens: --grid 4 --block 256 --arg a=int[4096]:mod=97 --arg bins=int[32]:zero
__global__ void histogram(const int* a, int* bins) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) s[t] = 0;
  __syncthreads();
  for (int k = 0; k < 4; ++k) atomicAdd(&s[(a[(blockIdx.x * 4 + k) * 256 + t] * 7) % 32], 1);
  __syncthreads();
  if (t < 32) atomicAdd(&bins[t], s[t]);
}
