// warplens: --block 32 --shared 1024 --arg in=int[256] --arg out=int[256]:zero
// Eight elements a lane, in memory whose size the launch gives.

__global__ void dynamic_columns(const int* in, int* out) {
  extern __shared__ int row[];
  const int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) row[8 * t + i] = in[32 * i + t];
  __syncthreads();
  for (int i = 0; i < 8; ++i) out[32 * i + t] = row[32 * i + t];
}
