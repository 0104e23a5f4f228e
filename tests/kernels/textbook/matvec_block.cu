// warplens: --kernel 'matvec_block<double, 96>' --grid 5 --block 96 --arg A=double[5][250]:mod=9 --arg x=double[250]:mod=7 --arg y=double[5]:none --arg cols=250
//
// y = A x, one row a block, over any number type: per-thread sums, then warps by shuffles, then the
// warps' sums in shared memory. The block has three warps, no power of two.

template <typename T, int THREADS>
__global__ void matvec_block(const T* A, const T* x, T* y, int cols) {
  static_assert(THREADS % 32 == 0, "whole warps only");
  constexpr int kWarps = THREADS / 32;
  __shared__ T warp_sums[kWarps];

  T sum = 0;
  for (int j = threadIdx.x; j < cols; j += THREADS) sum += A[blockIdx.x * cols + j] * x[j];
  for (int mask = 16; mask != 0; mask /= 2) sum += __shfl_xor_sync(0xffffffff, sum, mask);

  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    T total = 0;
    for (int w = 0; w < kWarps; ++w) total += warp_sums[w];
    y[blockIdx.x] = total;
  }
}
