// warplens: --grid 2 --block 160 --arg in=int[300]:mod=41 --arg out=int[300]:zero --arg totals=int[2]:zero --arg n=300
// Inclusive scan of a block by shuffles: each warp scans its registers, the first warp scans the warps' sums, and
// every thread adds what lies before its own warp.

__device__ __forceinline__ int scanOfWarp(int value) {
  const int lane = threadIdx.x & 31;
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    const int other = __shfl_up_sync(0xffffffff, value, d);
    if (lane >= d) value += other;
  }
  return value;
}

__global__ void scanShuffle(const int* in, int* out, int* totals, int n) {
  __shared__ int warpSums[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

  int value = scanOfWarp(i < n ? in[i] : 0);
  if (lane == 31) warpSums[warp] = value;
  __syncthreads();

  if (warp == 0) {
    const int sum = lane < blockDim.x / 32 ? warpSums[lane] : 0;
    warpSums[lane] = scanOfWarp(sum);
  }
  __syncthreads();

  if (warp > 0) value += warpSums[warp - 1];
  if (i < n) out[i] = value;
  if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = value;
}
