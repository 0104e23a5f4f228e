__global__ void count_bins(const int* in, int* bins) {
  atomicAdd(&bins[in[blockIdx.x * 256 + threadIdx.x]], 1);
}
