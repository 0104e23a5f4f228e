// warplens: --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero
// A histogram for each lane.

__global__ void private_histograms(const int* in, int* out) {
  __shared__ int bins[32][32];
  const int t = threadIdx.x, w = threadIdx.y;
  for (int i = w; i < 32; i += 8) bins[t][i] = 0;
  __syncthreads();
  if (w == 0) {
    for (int i = 0; i < 32; ++i) ++bins[t][in[i] % 32];
  }
  __syncthreads();
  if (w == 0) {
    int sum = 0;
    for (int i = 0; i < 32; ++i) sum += bins[i][t];
    out[t] = sum;
  }
}
