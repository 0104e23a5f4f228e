// Counts in shared memory without atomics.
__global__ void count_bins(const int* in, int* bins) {
  __shared__ int mine[16];
  int t = threadIdx.x;
  if (t < 16) mine[t] = 0;
  __syncthreads();
  ++mine[in[blockIdx.x * 256 + t]];
  __syncthreads();
  if (t < 16) atomicAdd(&bins[t], mine[t]);
}
