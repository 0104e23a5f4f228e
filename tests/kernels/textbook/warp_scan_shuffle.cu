// warplens: --grid 2 --block 128 --arg in=int[256]:mod=9 --arg out=int[256]:none
//
// An inclusive scan of a block: __shfl_up_sync within warps, then the first warp scans the warps'
// totals, and everyone adds what the warps before hold.

template <typename T>
__device__ T scan_warp(T value) {
  const int lane = threadIdx.x & 31;
  for (int delta = 1; delta < 32; delta <<= 1) {
    const T left = __shfl_up_sync(0xffffffff, value, delta);
    if (lane >= delta) value += left;
  }
  return value;
}

__global__ void warp_scan_shuffle(const int* in, int* out) {
  __shared__ int totals[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  int sum = scan_warp(in[i]);
  if (lane == 31) totals[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    int total = lane < blockDim.x / 32 ? totals[lane] : 0;
    totals[lane] = scan_warp(total);
  }
  __syncthreads();
  if (warp > 0) sum += totals[warp - 1];
  out[i] = sum;
}
